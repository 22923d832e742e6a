// Chooses where the embedded server listens: a private unix socket, else a loopback port.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chownTree, type Account } from './account'

/** What pg needs to find the server, and the settings that make the server listen there. */
interface Address {
  host: string
  port: number
  settings: Record<string, string>
}

const socketPort = 5432
const maxSocketPathBytes = 99

/**
 * Chooses the address for a server about to start on `dataDir`, and makes its folder, closed to others.
 * Call it only when no server of that folder runs: it removes the socket of a dead one.
 */
export async function chooseAddress(dataDir: string, account: Account | undefined): Promise<Address> {
  if (process.platform === 'win32') {
    const port = await freePort()
    return { host: '127.0.0.1', port, settings: { listen_addresses: '127.0.0.1', port: String(port) } }
  }
  const host = socketFolder(dataDir, account)
  // A killed server leaves its socket lock behind, and PostgreSQL respects it while any process has that id, even a
  // zombie.
  for (const leftover of ['', '.lock']) rmSync(join(host, `.s.PGSQL.${socketPort}${leftover}`), { force: true })
  const quoted = `"${host.replaceAll('"', '""')}"`
  return {
    host,
    port: socketPort,
    settings: {
      listen_addresses: '',
      port: String(socketPort),
      unix_socket_directories: quoted,
      unix_socket_permissions: '0700',
    },
  }
}

/** Removes the socket folder if it is outside `dataDir`. */
export function forgetAddress(dataDir: string): void {
  const folder = recordedFolder(dataDir)
  if (folder) rmSync(folder, { recursive: true, force: true })
  rmSync(recordOf(dataDir), { force: true })
}

function socketFolder(dataDir: string, account: Account | undefined): string {
  const inside = join(dataDir, 'socket')
  if (fits(inside)) {
    mkdirSync(inside, { recursive: true })
    return closed(inside, account)
  }
  // A folder of this name in the shared temporary folder counts only if this user still owns it: others can take names
  // there.
  const recorded = recordedFolder(dataDir)
  if (recorded && isOurs(recorded, account)) return closed(recorded, account)
  const folder = mkdtempSync(join(fits(join(tmpdir(), 'pg-000000')) ? tmpdir() : '/tmp', 'pg-'))
  writeFileSync(recordOf(dataDir), folder)
  return closed(folder, account)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= maxSocketPathBytes
}

function closed(folder: string, account: Account | undefined): string {
  chmodSync(folder, 0o700)
  chownTree(folder, account)
  return folder
}

function isOurs(folder: string, account: Account | undefined): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  return status !== undefined && status.isDirectory() && status.uid === (account?.uid ?? process.getuid?.())
}

function recordOf(dataDir: string): string {
  return join(dataDir, 'socket-folder')
}

function recordedFolder(dataDir: string): string | undefined {
  try {
    return readFileSync(recordOf(dataDir), 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

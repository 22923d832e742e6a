// Provides a PostgreSQL server for tests that use DATABASE_URL.
// Runs the embedded programs on a loopback port in a temporary folder.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { accountFor, chownTree, grantTraversal } from '../src/server/database/embedded/account'
import { nativeFolder, readyBinaries } from '../src/server/database/embedded/binaries'
import { clusterFolder, readyCluster, superuser } from '../src/server/database/embedded/cluster'
import { serverEnvironment, serverSettings } from '../src/server/database/embedded/settings'
import { freePort } from './freePort'

interface SecondServer {
  readonly url: string
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Starts the server and waits until it accepts connections.
 * @throws Error with the server's last lines of output
 */
async function startSecondServer(): Promise<SecondServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'second-server-'))
  const account = accountFor(clusterFolder(dataDir))
  chmodSync(dataDir, account ? 0o711 : 0o700)
  grantTraversal(dataDir, account, () => undefined)
  const binaries = readyBinaries(nativeFolder(), dataDir, account)
  const cluster = await readyCluster(dataDir, { binaries, account, log: () => undefined, say: () => undefined })
  chownTree(cluster.folder, account)
  const port = await freePort()
  // A temporary server, whose data need not survive a power cut. Several test files open pools there at once.
  const settings = {
    ...serverSettings(),
    fsync: 'off',
    max_connections: '200',
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  }
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: cluster.folder,
      env: serverEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const url = `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    for (const end = Date.now() + startTimeoutMs; !(await answers(url)); await pause(50))
      if (child.exitCode !== null || Date.now() >= end)
        throw new Error(`The second database server did not start:\n${output}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** Runs the server for the duration of `work`. */
export async function withSecondServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const second = await startSecondServer()
  try {
    return await work(second.url)
  } finally {
    await second.stop()
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) return false
    throw error
  }
}

// Turns a data folder into a running PostgreSQL that belongs to this process.
// One process per folder; every obstacle is a DatabaseProblem with advice.
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import { accountFor, chownTree, grantTraversal } from './account'
import { forgetAddress } from './address'
import { nativeFolder, readyBinaries } from './binaries'
import { clusterFolder, readyCluster } from './cluster'
import { takeLock } from './lock'
import { startServerProcess, stopServerProcess, type EmbeddedServerOptions, type LiveServer } from './server'
import { DatabaseProblem, folderProblem } from '../startupProblem'
import { birthOf } from './process'

interface EmbeddedOptions {
  /** The data folder; created when missing. */
  dataDir: string
  /** Its buffers; absent: by the memory of the machine. */
  bufferMegabytes?: number | undefined
  log: (line: string) => void
  /** Prints for the operator what was changed outside the folder, and what the machine lacks. */
  say: (line: string) => void
  /** Called once when the server ends without `stop()`. */
  onExit?: (problem: DatabaseProblem) => void
}

interface Embedded {
  connection: pg.PoolConfig
  /** True when a server that an earlier process left behind was taken over. */
  attached: boolean
  /** Stops the server and releases the folder; may be called again. */
  stop(): Promise<void>
}

/**
 * Starts the embedded server of a folder, or takes over the one still running there.
 * @throws DatabaseProblem for everything that the operator can fix
 */
export async function startEmbedded({
  dataDir: requestedDataDir,
  bufferMegabytes,
  log,
  say,
  onExit,
}: EmbeddedOptions): Promise<Embedded> {
  const native = nativeFolder()
  const { dataDir, account } = readyFolder(resolve(requestedDataDir), say)
  let release: (() => void) | undefined
  try {
    release = takeLock(dataDir)
    const binaries = readyBinaries(native, dataDir, account)
    const cluster = await readyCluster(dataDir, { binaries, account, log, say })
    const ground: EmbeddedServerOptions = { dataDir, bufferMegabytes, cluster, binaries, account, log }
    const server = await startServerProcess(ground)
    const unwatch = watch(server, () => {
      onExit?.(
        new DatabaseProblem(
          'The database server ended unexpectedly.',
          `Its log ${dataDir}/postgres.log says why; start again, acknowledged work is kept.`,
        ),
      )
    })
    let stopping: Promise<void> | undefined
    const letGo = release
    return {
      connection: server.connection,
      attached: server.attached,
      stop: () =>
        (stopping ??= (async () => {
          unwatch()
          await stopServerProcess(server, ground)
          forgetAddress(dataDir)
          letGo()
        })()),
    }
  } catch (error) {
    release?.()
    throw folderProblem(error, dataDir)
  }
}

function readyFolder(folder: string, say: (line: string) => void) {
  try {
    const account = accountFor(clusterFolder(folder))
    const created = mkdirSync(folder, { recursive: true, mode: account ? 0o711 : 0o700 })
    // In a user's folder root must not leave files that the user cannot use later.
    if (created && account && existsSync(dirname(created)) && statSync(dirname(created)).uid === account.uid)
      chownTree(created, account)
    const dataDir = realpathSync(folder)
    grantTraversal(dataDir, account, say)
    return { dataDir, account }
  } catch (error) {
    throw folderProblem(error, folder)
  }
}

// The server may be no child of this process (left behind, or started through pg_ctl), so poll it.
// The timer also keeps this process alive while the database is open: idleness must not leave a server behind.
function watch(server: LiveServer, onGone: () => void): () => void {
  const timer = setInterval(
    () => {
      if (birthOf(server.pid) === server.birth) return
      clearInterval(timer)
      onGone()
    },
    process.platform === 'linux' ? 250 : 5_000,
  )
  return () => clearInterval(timer)
}

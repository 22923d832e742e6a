// How does a data folder become a running PostgreSQL that belongs to this process?
// One process a folder; whatever keeps it from running is a DatabaseProblem with what to do.
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import { accountFor, handOver, openTheWay } from './embeddedAccount'
import { forgetAddress } from './embeddedAddress'
import { nativeFolder, readyBinaries } from './embeddedBinaries'
import { clusterFolder, readyCluster } from './embeddedCluster'
import { takeLock } from './embeddedLock'
import { bringUp, takeDown, type Ground, type LiveServer } from './embeddedServer'
import { DatabaseProblem, folderProblem } from './problem'
import { birthOf } from './process'

export interface EmbeddedOptions {
  /** The folder of everything that is kept; it is made when missing. */
  dataDir: string
  log: (line: string) => void
  /** Called once when the server ends without `stop()`. */
  onExit?: (problem: DatabaseProblem) => void
}

export interface Embedded {
  connection: pg.PoolConfig
  /** True when a server that an earlier process left behind was taken over. */
  attached: boolean
  /** Ends the server and lets the folder go; may be called again. */
  stop(): Promise<void>
}

/**
 * Starts the embedded server of a folder, or takes over the one that is left running there.
 * @throws DatabaseProblem for everything that the person at the terminal can put right
 */
export async function startEmbedded({ dataDir: asked, log, onExit }: EmbeddedOptions): Promise<Embedded> {
  const native = nativeFolder()
  const { dataDir, account } = readyFolder(resolve(asked), log)
  let release: (() => void) | undefined
  try {
    release = takeLock(dataDir)
    const binaries = readyBinaries(native, dataDir, account)
    const cluster = await readyCluster(dataDir, binaries, account, log)
    const ground: Ground = { dataDir, cluster, binaries, account, log }
    const server = await bringUp(ground)
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
          await takeDown(server, ground)
          forgetAddress(dataDir)
          letGo()
        })()),
    }
  } catch (error) {
    release?.()
    throw folderProblem(error, dataDir)
  }
}

function readyFolder(wanted: string, log: (line: string) => void) {
  try {
    const account = accountFor(clusterFolder(wanted))
    const made = mkdirSync(wanted, { recursive: true, mode: account ? 0o711 : 0o700 })
    // In a user's own folder root leaves nothing behind that the user could not use later.
    if (made && account && existsSync(dirname(made)) && statSync(dirname(made)).uid === account.uid)
      handOver(made, account)
    const dataDir = realpathSync(wanted)
    openTheWay(dataDir, account, log)
    return { dataDir, account }
  } catch (error) {
    throw folderProblem(error, wanted)
  }
}

// The server may be no child of ours (left behind, or started through pg_ctl), so its life is looked at instead of awaited.
// The timer also keeps this process alive as long as the database is open: a server must not be left behind by mere idleness.
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

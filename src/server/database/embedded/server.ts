// Starts and stops the server of a cluster.
// Attaches to a live server that an earlier process left behind instead of starting a second one.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { chownTree, type Account } from './account'
import { chooseAddress } from './address'
import type { Binaries } from './binaries'
import { superuser, type Cluster } from './cluster'
import { stopOnExit } from './stopOnExit'
import { disownReusedPid, readPostmaster, connectionError } from './pidFile'
import { serverEnvironment, serverSettings } from './settings'
import { DatabaseProblem, outputProblem } from '../startupProblem'
import { birthOf, isServerOf, untilGone } from './process'

/** The parameters of a start. */
export interface EmbeddedServerOptions {
  dataDir: string
  bufferMegabytes?: number | undefined
  cluster: Cluster
  binaries: Binaries
  account: Account | undefined
  log: (line: string) => void
}

/** A server that answers connections. */
export interface LiveServer {
  pid: number
  birth: string
  connection: pg.PoolConfig
  attached: boolean
  /** Lets the server outlive this process. */
  stay: () => void
}

const goneError: Error & { code?: string } = new Error('The server is gone.')
const startTimeoutMs = 60_000
/** Recovery after a crash replays the log and may take minutes; wait as long as the server lives. */
const recoveryNoteAfterMs = 10_000
const passingPattern =
  /pre-existing shared memory block|lock file .* already exists|is another postmaster|could not (bind|create) .*address/i

/** Attaches to the live server of the cluster, or starts one. */
export async function startServerProcess(ground: EmbeddedServerOptions): Promise<LiveServer> {
  for (const end = Date.now() + startTimeoutMs; ; await pause(200)) {
    const liveServer = await attach(ground)
    if (liveServer) return liveServer
    disownReusedPid(ground.cluster.folder)
    const started = await start(ground)
    if (typeof started !== 'string') return started
    if (!passingPattern.test(started) || Date.now() > end)
      throw outputProblem('The PostgreSQL server', started, ground.cluster.folder)
  }
}

/** Stops the server like `pg_ctl stop -m fast`; kills it when that takes more than a minute. */
export async function stopServerProcess(server: LiveServer, ground: EmbeddedServerOptions): Promise<void> {
  if (birthOf(server.pid) !== server.birth) return server.stay()
  if (process.platform === 'win32') {
    await promisify(execFile)(ground.binaries.pgCtl, ['stop', '-D', ground.cluster.folder, '-m', 'fast', '-w'], {
      windowsHide: true,
    })
    return server.stay()
  }
  signal(server.pid, 'SIGINT')
  if (await untilGone(server.pid, server.birth, startTimeoutMs)) return server.stay()
  ground.log('The database did not stop within a minute and is ended at once; it recovers at the next start.')
  signal(server.pid, 'SIGQUIT')
  if (await untilGone(server.pid, server.birth, startTimeoutMs)) return server.stay()
  throw new DatabaseProblem(`The database server (pid ${server.pid}) does not stop.`, 'End that process by hand.')
}

async function attach(ground: EmbeddedServerOptions): Promise<LiveServer | undefined> {
  const { cluster, log } = ground
  for (const end = Date.now() + startTimeoutMs; ; await pause(50)) {
    const left = readPostmaster(cluster.folder)
    if (!left?.host) return undefined
    const visible = isServerOf(left.pid, cluster.folder)
    const connection = connectionTo(left.host, left.port, cluster)
    const refused = visible || left.host.startsWith('/') ? await connectionError(connection) : goneError
    if (!visible) {
      if (refused && !refused.code?.match(/^(57P03|28P01)$/)) return undefined
      // It answers through the shared folder but is no local process: another container or machine uses this cluster.
      throw new DatabaseProblem(
        `A database server outside this machine or container is using ${cluster.folder}.`,
        'Stop the program there first, or choose another folder.',
      )
    }
    const birth = birthOf(left.pid)
    if (!refused && birth) {
      log(`The database of the last run is still running (pid ${left.pid}) and is reused.`)
      return { pid: left.pid, birth, connection, attached: true, stay: leaving(left.pid, ground) }
    }
    if (refused?.code === '28P01') throw foreignPassword(cluster)
    if (Date.now() > end) {
      throw new DatabaseProblem(
        `A database server (pid ${left.pid}) of an earlier run is still running in ${cluster.folder} but does not answer.`,
        'Wait until it is done, or end that process and start again.',
        refused?.message,
      )
    }
  }
}

/** Starts the server; returns its output when it ended instead. */
async function start(ground: EmbeddedServerOptions): Promise<LiveServer | string> {
  const { dataDir, bufferMegabytes, cluster, account, log } = ground
  const address = await chooseAddress(dataDir, account)
  const settings = Object.entries({ ...serverSettings(bufferMegabytes), ...address.settings }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const logFile = join(dataDir, 'postgres.log')
  rotate(logFile)
  const output = openSync(logFile, 'a', 0o600)
  chownTree(logFile, account)
  const written = statSync(logFile).size
  const child = spawnServer(ground, settings, logFile, output)
  closeSync(output)
  let ended: Error | true | undefined
  // On Windows the child is pg_ctl, which has ended when the server is ready.
  const stay = child.pid !== undefined && process.platform !== 'win32' ? leaving(child.pid, ground) : undefined
  child.once('exit', () => stay?.())
  child.once('error', (error) => {
    ended = error
  })
  child.once('exit', () => {
    ended = true
  })
  const connection = connectionTo(address.host, address.port, cluster)
  for (let begun = Date.now(); ; await pause(15)) {
    const postmaster = readPostmaster(cluster.folder)
    const birth =
      postmaster?.ready && (postmaster.pid === child.pid || process.platform === 'win32')
        ? birthOf(postmaster.pid)
        : undefined
    if (postmaster && birth) {
      const server = {
        pid: postmaster.pid,
        birth,
        connection,
        attached: false,
        stay: stay ?? leaving(postmaster.pid, ground),
      }
      const refused = await connectionError(connection)
      if (!refused) return server
      if (refused.code === '28P01') {
        await stopServerProcess(server, ground)
        throw foreignPassword(cluster)
      }
    }
    // On Windows the child is pg_ctl, whose end with a ready server is success.
    if (ended && !postmaster?.ready)
      return ended === true ? readFileSync(logFile).subarray(written).toString() : ended.message
    if (ended && process.platform !== 'win32') return readFileSync(logFile).subarray(written).toString()
    if (Date.now() - begun > recoveryNoteAfterMs) {
      begun = Date.now()
      log('The database is still starting; after a crash it first replays its log.')
    }
  }
}

function spawnServer(
  { cluster, binaries, account }: EmbeddedServerOptions,
  settings: readonly string[],
  logFile: string,
  output: number,
): ChildProcess {
  const flags = settings.flatMap((setting) => ['-c', setting])
  const args =
    process.platform === 'win32'
      ? {
          program: binaries.pgCtl,
          list: ['start', '-D', cluster.folder, '-l', logFile, '-w', '-t', '600', '-o', flags.join(' ')],
        }
      : { program: binaries.postgres, list: ['-D', cluster.folder, ...flags] }
  // Use a session of its own: Ctrl-C must reach only this process, so that open requests end before the database does.
  return spawn(args.program, args.list, {
    cwd: cluster.folder,
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', output, output],
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
}

function leaving(pid: number, { binaries, cluster }: EmbeddedServerOptions): () => void {
  return stopOnExit(pid, binaries.pgCtl, cluster.folder)
}

function foreignPassword(cluster: Cluster): DatabaseProblem {
  return new DatabaseProblem(
    `The database server in ${cluster.folder} rejects the password in its password file.`,
    'Restore the file that belongs to this cluster.',
  )
}

function connectionTo(host: string, port: number, cluster: Cluster): pg.PoolConfig {
  return { host, port, user: superuser, password: cluster.password, database: 'postgres', ssl: false }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const maxLogBytes = 10 * 1024 * 1024

function rotate(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < maxLogBytes) return
  rmSync(`${logFile}.3`, { force: true })
  for (const [older, newer] of [
    ['.3', '.2'],
    ['.2', '.1'],
    ['.1', ''],
  ] as const) {
    if (statSync(logFile + newer, { throwIfNoEntry: false })) renameSync(logFile + newer, logFile + older)
  }
}

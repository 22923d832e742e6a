// How does the server of a cluster come to life, and how does it end?
// A live server that an earlier process left behind is taken over instead of starting a second one.
import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { handOver, type Account } from './embeddedAccount'
import { chooseAddress } from './embeddedAddress'
import type { Binaries } from './embeddedBinaries'
import { SUPERUSER, type Cluster } from './embeddedCluster'
import { stopOnExit } from './embeddedLeaving'
import { disownReusedPid, readPostmaster, refusal } from './embeddedPostmaster'
import { serverEnvironment, serverSettings } from './embeddedSettings'
import { DatabaseProblem, outputProblem } from './problem'
import { birthOf, isServerOf, untilGone } from './process'

/** All that a start needs. */
export interface Ground {
  dataDir: string
  cluster: Cluster
  binaries: Binaries
  account: Account | undefined
  log: (line: string) => void
}

/** A server that answered. */
export interface LiveServer {
  pid: number
  birth: string
  connection: pg.PoolConfig
  attached: boolean
  /** From now on the server may outlive this process. */
  stay: () => void
}

const GONE: Error & { code?: string } = new Error('The server is gone.')
const PATIENCE = 60_000
/** Recovery after a crash replays the log and may take minutes; it is waited for as long as the server lives. */
const RECOVERY_NOTE = 10_000
const PASSING =
  /pre-existing shared memory block|lock file .* already exists|is another postmaster|could not (bind|create) .*address/i

/** Attaches to the live server of the cluster, or starts one. */
export async function bringUp(ground: Ground): Promise<LiveServer> {
  for (const end = Date.now() + PATIENCE; ; await pause(200)) {
    const found = await attach(ground)
    if (found) return found
    disownReusedPid(ground.cluster.folder)
    const started = await start(ground)
    if (typeof started !== 'string') return started
    if (!PASSING.test(started) || Date.now() > end)
      throw outputProblem('The PostgreSQL server', started, ground.cluster.folder)
  }
}

/** Ends the server as `pg_ctl stop -m fast` does, the hard way when that takes more than a minute. */
export async function takeDown(server: LiveServer, ground: Ground): Promise<void> {
  if (birthOf(server.pid) !== server.birth) return server.stay()
  if (process.platform === 'win32') {
    await promisify(execFile)(ground.binaries.pgCtl, ['stop', '-D', ground.cluster.folder, '-m', 'fast', '-w'], {
      windowsHide: true,
    })
    return server.stay()
  }
  signal(server.pid, 'SIGINT')
  if (await untilGone(server.pid, server.birth, PATIENCE)) return server.stay()
  ground.log('The database did not stop within a minute and is ended at once; it recovers at the next start.')
  signal(server.pid, 'SIGQUIT')
  if (await untilGone(server.pid, server.birth, PATIENCE)) return server.stay()
  throw new DatabaseProblem(`The database server (pid ${server.pid}) does not stop.`, 'End that process by hand.')
}

async function attach(ground: Ground): Promise<LiveServer | undefined> {
  const { cluster, log } = ground
  for (const end = Date.now() + PATIENCE; ; await pause(50)) {
    const left = readPostmaster(cluster.folder)
    if (!left?.host) return undefined
    const visible = isServerOf(left.pid, cluster.folder)
    const connection = connectionTo(left.host, left.port, cluster)
    const refused = visible || left.host.startsWith('/') ? await refusal(connection) : GONE
    if (!visible) {
      if (refused && !refused.code?.match(/^(57P03|28P01)$/)) return undefined
      // It answers through the shared folder, yet is no process here: another container or machine works on this cluster.
      throw new DatabaseProblem(
        `A database server outside this machine or container works in ${cluster.folder}.`,
        'Stop the program there first, or choose another folder.',
      )
    }
    const birth = birthOf(left.pid)
    if (!refused && birth) {
      log(`The database of the last run is still alive (pid ${left.pid}) and is used on.`)
      return { pid: left.pid, birth, connection, attached: true, stay: leaving(left.pid, ground) }
    }
    if (refused?.code === '28P01') throw foreignPassword(cluster)
    if (Date.now() > end) {
      throw new DatabaseProblem(
        `A database server (pid ${left.pid}) of an earlier run still works in ${cluster.folder} but does not answer.`,
        'Wait until it is done, or end that process and start again.',
        refused?.message,
      )
    }
  }
}

/** Starts the server; gives its output back when it ended instead. */
async function start(ground: Ground): Promise<LiveServer | string> {
  const { dataDir, cluster, binaries, account, log } = ground
  const address = await chooseAddress(dataDir, account)
  const settings = Object.entries({ ...serverSettings(), ...address.settings }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const logFile = join(dataDir, 'postgres.log')
  rotate(logFile)
  const output = openSync(logFile, 'a', 0o600)
  handOver(logFile, account)
  const written = statSync(logFile).size
  const flags = settings.flatMap((setting) => ['-c', setting])
  const words =
    process.platform === 'win32'
      ? {
          program: binaries.pgCtl,
          list: ['start', '-D', cluster.folder, '-l', logFile, '-w', '-t', '600', '-o', flags.join(' ')],
        }
      : { program: binaries.postgres, list: ['-D', cluster.folder, ...flags] }
  // A session of its own: Ctrl-C at the terminal must reach us alone, so that open requests end before the database does.
  const child = spawn(words.program, words.list, {
    cwd: cluster.folder,
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', output, output],
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  closeSync(output)
  let ended: Error | true | undefined
  // On Windows the child is pg_ctl, which is gone when the server is there.
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
      const refused = await refusal(connection)
      if (!refused) return server
      if (refused.code === '28P01') {
        await takeDown(server, ground)
        throw foreignPassword(cluster)
      }
    }
    // On Windows the child is pg_ctl, whose end with a ready server is success.
    if (ended && !postmaster?.ready)
      return ended === true ? readFileSync(logFile).subarray(written).toString() : ended.message
    if (ended && process.platform !== 'win32') return readFileSync(logFile).subarray(written).toString()
    if (Date.now() - begun > RECOVERY_NOTE) {
      begun = Date.now()
      log('The database is still starting; after a crash it first replays its log.')
    }
  }
}

function leaving(pid: number, { binaries, cluster }: Ground): () => void {
  return stopOnExit(pid, binaries.pgCtl, cluster.folder)
}

function foreignPassword(cluster: Cluster): DatabaseProblem {
  return new DatabaseProblem(
    `The database server in ${cluster.folder} does not take the password of its password file.`,
    'Put back the file that belongs to this cluster.',
  )
}

function connectionTo(host: string, port: number, cluster: Cluster): pg.PoolConfig {
  return { host, port, user: SUPERUSER, password: cluster.password, database: 'postgres', ssl: false }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const LARGEST_LOG = 10 * 1024 * 1024

function rotate(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < LARGEST_LOG) return
  rmSync(`${logFile}.3`, { force: true })
  for (const [older, newer] of [
    ['.3', '.2'],
    ['.2', '.1'],
    ['.1', ''],
  ] as const) {
    if (statSync(logFile + newer, { throwIfNoEntry: false })) renameSync(logFile + newer, logFile + older)
  }
}

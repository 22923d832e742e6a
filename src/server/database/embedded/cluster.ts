// Finds the cluster of a data folder or creates it, so that no crash leaves an incomplete one.
// Creates it under a temporary name and renames it; rejects a cluster of another PostgreSQL version.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { chownTree, type Account } from './account'
import type { Binaries } from './binaries'
import { serverEnvironment } from './settings'
import { DatabaseProblem, folderProblem, outputProblem } from '../startupProblem'

/** A cluster in its final location: PostgreSQL's own folder and the password of its superuser. */
export interface Cluster {
  folder: string
  password: string
}

/** What a cluster is made with. */
interface ClusterGround {
  readonly binaries: Binaries
  readonly account: Account | undefined
  /** Prints for the operator what the machine lacks. */
  readonly say: (line: string) => void
}

/** The superuser of the embedded cluster, who owns everything in it. */
export const superuser = 'postgres'

/** The path of a data folder's cluster, whether or not it exists. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster')
}

/**
 * Finds the cluster of `dataDir` or creates it. Call it only while holding the folder's lock.
 * @throws DatabaseProblem for another major version, a lost password, a failed initdb
 */
export async function readyCluster(
  dataDir: string,
  { log, ...ground }: ClusterGround & { log: (line: string) => void },
): Promise<Cluster> {
  const { binaries, account } = ground
  for (const entry of readdirSync(dataDir)) {
    if (!entry.startsWith('postgres.new-')) continue
    rmSync(join(dataDir, entry), { recursive: true, force: true, maxRetries: 5 })
    log('An unfinished cluster of an interrupted start was removed.')
  }
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) await make(dataDir, home, (draft) => fill(draft, ground))
  const folder = clusterFolder(dataDir)
  const version = readOr(
    join(folder, 'PG_VERSION'),
    () =>
      new DatabaseProblem(
        `The folder ${folder} holds no PostgreSQL cluster.`,
        `Restore the cluster from a copy, or move ${home} away to start over.`,
      ),
  )
  if (version !== binaries.major) {
    throw new DatabaseProblem(
      [
        `The folder ${folder} was made by PostgreSQL ${version}, but the installed`,
        `programs are PostgreSQL ${binaries.major}.`,
      ].join(' '),
      [
        'With the version of this program that made it run npm run backup -- FILE, then with',
        'this one and an empty DATA_DIR npm run restore -- FILE.',
      ].join(' '),
    )
  }
  const password = readOr(
    join(home, 'password'),
    () => new DatabaseProblem(`The password file ${join(home, 'password')} is missing.`, 'Put it back from a copy.'),
  )
  chownTree(folder, account)
  return { folder, password }
}

async function make(dataDir: string, home: string, fillDraft: (draft: string) => Promise<void>): Promise<void> {
  try {
    const draft = mkdtempSync(join(dataDir, 'postgres.new-'))
    try {
      await fillDraft(draft)
      renameSync(draft, home)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
      throw error
    }
    persistNames(dataDir)
  } catch (error) {
    throw folderProblem(error, dataDir)
  }
}

async function fill(draft: string, { binaries, account, say }: ClusterGround): Promise<void> {
  const folder = join(draft, 'cluster')
  const passwordFile = join(draft, 'password')
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  mkdirSync(folder, { mode: 0o700 })
  chownTree(draft, account)
  chmodSync(draft, 0o700)
  for (const locale of locales()) {
    const { code, output } = await run(
      binaries.initdb,
      [
        '-D',
        folder,
        '-U',
        superuser,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        `--locale=${locale}`,
        '--lc-messages=C',
        '--no-instructions',
      ],
      draft,
      account,
    )
    if (code === 0) {
      if (locale === 'C') say('This machine has no UTF-8 locale: trigram search will not find Chinese text.')
      return persistNames(draft)
    }
    if (!/invalid locale|locale name .* invalid|could not be set/i.test(output))
      throw outputProblem('initdb', output, folder)
  }
  throw new DatabaseProblem('This machine has no locale that PostgreSQL accepts.', 'Install the locale C.UTF-8.')
}

// Sorting and case come from PostgreSQL's own C.UTF-8, equal on every machine. pg_trgm still uses the character classes
// of the C library: under plain C it finds no Chinese letters, so that one is the last resort.
function locales(): string[] {
  if (process.platform === 'win32') return ['en-US', 'C']
  return process.platform === 'darwin' ? ['en_US.UTF-8', 'C.UTF-8', 'C'] : ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'C']
}

function run(
  program: string,
  args: string[],
  cwd: string,
  account: Account | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

// A rename survives a power cut only when its folder is flushed; Windows flushes it automatically.
function persistNames(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readOr(path: string, problem: () => DatabaseProblem): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? problem() : folderProblem(error, path)
  }
}

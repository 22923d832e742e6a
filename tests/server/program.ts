// Runs the program as at a terminal, in a process of its own, with its output and its exit. Not a
// test itself.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { shortLived } from '../../scripts/shortLived.mjs'
import { clusterFolder, superuser } from '../../src/server/database/embedded/cluster'
import { readPostmaster } from '../../src/server/database/embedded/pidFile'
import { isServerOf } from '../../src/server/database/embedded/process'

export interface Program {
  readonly child: ChildProcess
  /** Where it answers; rejected when it ends before. */
  readonly address: Promise<string>
  /** The exit code; null when it was killed. */
  readonly ended: Promise<number | null>
  /** What it printed so far, and what of it on the error stream. */
  readonly stdout: () => string
  readonly stderr: () => string
}

const started = new Set<ChildProcess>()

/** The environment of a program: nothing of this process decides where it stores or listens. */
function environmentOf(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(DATABASE_URL|PORT|HOST|DATA_DIR|SCHEMAS_DIR|DEMO|WATCH|LOG_LEVEL|VITEST)/.test(name),
      ),
    ),
    PORT: '0',
    // A database that begins often begins in half the time with few buffers.
    DATABASE_BUFFERS_MB: '64',
    ...own,
  }
}

/** `npm start -- words`, from the sources and without a look at the web page; `user` is the id of its user. */
export const startProgram = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  user?: number,
): Program => start([...shortLived, 'scripts/start.mjs', '--no-build', ...words], environment, user)

/** `npm start`: the built program, brought up to date first, optimized by V8 as in production. */
export const startBuilt = (environment: Readonly<Record<string, string>>): Program =>
  start(['scripts/start.mjs'], environment)

/** `npm run account -- words`, from the sources. */
export const runAccount = (words: readonly string[], environment: Readonly<Record<string, string>>): Program =>
  start([...shortLived, 'scripts/account.mjs', '--no-build', ...words], environment)

/** `npm run backup -- file` or `npm run restore -- file`, from the sources. */
export const runBackup = (
  command: 'backup' | 'restore',
  file: string,
  environment: Readonly<Record<string, string>>,
): Program => start([...shortLived, `scripts/${command}.mjs`, '--no-build', file], environment)

function start(words: readonly string[], environment: Readonly<Record<string, string>>, user?: number): Program {
  const child = spawn(process.execPath, [...words], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  })
  started.add(child)
  let stdout = ''
  let stderr = ''
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      started.delete(child)
      resolve(code)
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const found = /^(http:\/\/\S+)\n/m.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`It ended: ${stdout}${stderr}`)))
  })
  address.catch(() => undefined)
  return { child, address, ended, stdout: () => stdout, stderr: () => stderr }
}

/** `npm run check -- words`, to its end. */
export function checkManifests(...words: readonly string[]): {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
} {
  const done = spawnSync(process.execPath, [...shortLived, '--import', 'tsx', 'scripts/check.ts', ...words], {
    encoding: 'utf8',
    env: environmentOf({}),
  })
  return { code: done.status, stdout: done.stdout, stderr: done.stderr }
}

/** The process of the embedded database of a folder, while it lives. */
export function databaseOf(dataDir: string): number | undefined {
  const cluster = clusterFolder(realpathSync(dataDir))
  const pid = readPostmaster(cluster)?.pid
  return pid !== undefined && isServerOf(pid, cluster) ? pid : undefined
}

/** A client of the embedded database of a folder, to be connected and ended. */
export function connectBeside(dataDir: string): pg.Client {
  const cluster = clusterFolder(realpathSync(dataDir))
  const { host, port } = readPostmaster(cluster)!
  const password = readFileSync(join(cluster, '..', 'password'), 'utf8').trim()
  return new pg.Client({ host, port, password, user: superuser, database: 'postgres' })
}

/** Asks the embedded database of a folder, while a program uses it. */
export async function queryBeside<Row extends pg.QueryResultRow>(dataDir: string, statement: Sql): Promise<Row[]> {
  const client = connectBeside(dataDir)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Ends whatever is still running. */
export async function endPrograms(): Promise<void> {
  await Promise.all(
    [...started].map(
      (child) =>
        new Promise<void>((resolve) => {
          child.once('close', () => resolve())
          child.kill('SIGKILL')
        }),
    ),
  )
}

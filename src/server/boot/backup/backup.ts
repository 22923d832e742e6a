// Writes database and uploads to one file while the server runs.
// Reads one snapshot of the database; files are named by content and never change, so they are read afterwards.
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import sql from 'sql-template-tag'
import { pack, type Pack } from 'tar-stream'
import type { Configuration } from '../../context/configuration'
import { BackupProblem } from '../../context/startError'
import type { FileStore } from '../../files/fileStore'
import { holdsDatabase, reachDatabase } from './connect'
import { formatVersion, names, type Closing, type BackupHeader } from './contents'
import { beginOnLockedTables, copyText, one, readSequencePositions, type SavedTable } from './tables'

export interface BackupSummary {
  readonly mark: string
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/** Bytes of a table that are buffered before they are written. */
const partBytes = 4 * 1024 * 1024

/**
 * Writes the backup to `path`, which must not exist yet.
 * @throws BackupProblem, DatabaseProblem
 */
export async function backUp(
  path: string,
  configuration: Configuration,
  openFiles: () => Promise<Pick<FileStore, 'read'>>,
  log: (line: string) => void,
): Promise<BackupSummary> {
  if (existsSync(path)) throw new BackupProblem(`${path} exists already. Name a new file.`)
  if (!configuration.databaseUrl && !holdsDatabase(configuration.dataDir))
    throw new BackupProblem(`The folder ${configuration.dataDir} holds no database. Set DATA_DIR or DATABASE_URL.`)
  const draft = `${path}.part`
  const { client, close } = await reachDatabase(configuration, log)
  try {
    const files = await openFiles()
    const archive = pack()
    // Await both ends together: a full disk must end the reading as well.
    const [summary] = await Promise.all([
      fill(archive, client, configuration, files).catch((error: unknown) => {
        archive.destroy(error as Error)
        throw error
      }),
      pipeline(archive, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 })),
    ])
    await flushToDisk(draft)
    await rename(draft, path)
    return summary
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupProblem(`${draft} exists: another backup is running, or one was interrupted. Remove it first.`)
    throw fileProblem(error, path, draft)
  } finally {
    await close()
  }
}

/** Errors that occur when writing files, never on sockets. */
const diskErrors = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'])

/** Explains a file system error of the file itself; returns every other error unchanged. */
function fileProblem(error: unknown, path: string, draft: string): unknown {
  const { code, path: refused } = error as NodeJS.ErrnoException
  if (!code || (refused !== draft && !diskErrors.has(code))) return error
  const advice = code === 'ENOENT' ? 'There is no such folder.' : 'Free some space, or name a writable file.'
  return new BackupProblem(`${path} cannot be written (${code}). ${advice}`)
}

async function fill(
  archive: Pack,
  client: pg.Client,
  configuration: Configuration,
  files: Pick<FileStore, 'read'>,
): Promise<BackupSummary> {
  const tables = await beginOnLockedTables(client)
  // The mark is the moment of `begin`: the snapshot was taken after it, and a mark read with that would be later.
  const { mark, server } = await one<{ mark: string; server: string }>(
    client,
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "mark",
      current_setting('server_version') as "server"`,
  )
  const secretKey = configuration.secretKey ? undefined : await keyOf(configuration.dataDir)
  await add(
    archive,
    names.opening,
    JSON.stringify({ format: formatVersion, mark, server, tables, secretKey } satisfies BackupHeader),
  )
  const saved: Closing['tables'][number][] = []
  for (const [index, table] of tables.entries()) saved.push(await addTable(archive, client, table, index))
  const named = tables.some(({ name }) => name === '_file')
    ? await client.query<{ digest: string }>(
        `select distinct "digest"
          from (select "digest" from "_file" union select "thumbnail" from "_file" where "thumbnail" is not null) f
          order by 1`,
      )
    : { rows: [] }
  await client.query('commit')
  const stored: string[] = []
  const gone: string[] = []
  for (const { digest } of named.rows) ((await addFile(archive, client, files, digest)) ? stored : gone).push(digest)
  const positions = await readSequencePositions(client, tables)
  await add(
    archive,
    names.closing,
    JSON.stringify({ tables: saved, files: stored, gone, standings: positions } satisfies Closing),
  )
  archive.finalize()
  return { mark, tables: saved.length, rows: saved.reduce((sum, { rows }) => sum + rows, 0), files: stored.length }
}

const lineFeedCode = 10

function countOf(bytes: Buffer, byte: number): number {
  let count = 0
  for (let index = bytes.indexOf(byte); index >= 0; index = bytes.indexOf(byte, index + 1)) count += 1
  return count
}

async function addTable(archive: Pack, client: pg.Client, table: SavedTable, index: number) {
  const hash = createHash('sha256')
  const stream = client.query(copyTo(copyText(table, 'to stdout')))
  let rows = 0
  let chunks: Buffer[] = []
  let size = 0
  let part = 0
  const write = async () => {
    if (size === 0) return
    await add(archive, names.part(index, part), Buffer.concat(chunks))
    part += 1
    chunks = []
    size = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    // The stream can end before its own count arrives. Each row ends with a line feed, and no value contains one.
    rows += countOf(chunk, lineFeedCode)
    chunks.push(chunk)
    size += chunk.length
    if (size >= partBytes) await write()
  }
  await write()
  return { name: table.name, rows, digest: hash.digest('hex') }
}

/** False when the file was removed meanwhile, together with everything that names it. */
async function addFile(archive: Pack, client: pg.Client, files: Pick<FileStore, 'read'>, digest: string) {
  const bytes = await wholeOf(files, digest).catch(async (error: unknown) => {
    const left = await client.query('select 1 from "_file" where $1 in ("digest", "thumbnail") limit 1', [digest])
    if (left.rows.length === 0) return undefined
    throw new BackupProblem(`The uploaded file ${digest} cannot be read: ${(error as Error).message}`)
  })
  if (!bytes) return false
  if (createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new BackupProblem(`The uploaded file ${digest} does not hold what it held when it came.`)
  await add(archive, names.file(digest), bytes)
  return true
}

async function wholeOf(files: Pick<FileStore, 'read'>, digest: string): Promise<Buffer> {
  return buffer(await files.read(digest))
}

/** Adds one entry and waits until the archive has written it, so that only one is in memory. */
function add(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  const bytes = Buffer.from(content as string)
  return new Promise((resolve, reject) => {
    archive.once('error', reject)
    archive
      .entry({ name, size: bytes.length, mode: 0o600 }, (error) => {
        archive.off('error', reject)
        if (error) reject(error)
        else resolve()
      })
      .end(bytes)
  })
}

async function keyOf(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}

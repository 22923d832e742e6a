// Restores a backup into an empty database and folder, in one transaction.
// Verifies the contents against the backup's summary before committing.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import sql, { join } from 'sql-template-tag'
import { extract, type Header } from 'tar-stream'
import type { Configuration } from '../../context/configuration'
import { BackupProblem } from '../../context/startError'
import { identifier } from '../../database/sql/identifier'
import type { FileStore } from '../../files/fileStore'
import type { BackupSummary } from './backup'
import { reachDatabase } from './connect'
import { formatVersion, names, type Closing, type BackupHeader } from './contents'
import { copyText, createBackupTable, one, readTables, setSequencePosition } from './tables'

type Files = Pick<FileStore, 'receive' | 'put' | 'discard' | 'remove' | 'read'>
type Entry = AsyncIterable<Buffer> & { readonly header: Header }

/**
 * Restores the backup of `path` into an empty database and folder.
 * @throws BackupProblem, DatabaseProblem; then nothing of it remains
 */
export async function restore(
  path: string,
  configuration: Configuration,
  openFiles: () => Promise<Files>,
  log: (line: string) => void,
): Promise<BackupSummary> {
  if (!existsSync(path)) throw new BackupProblem(`There is no file ${path}.`)
  const { client, close } = await reachDatabase(configuration, log)
  let files: Files | undefined
  const added: string[] = []
  try {
    await client.query('begin')
    const [savedTable] = await readTables(client)
    if (savedTable)
      throw new BackupProblem(
        `The database is not empty: it holds the table "${savedTable.name}". Name an empty DATA_DIR or DATABASE_URL.`,
      )
    files = await openFiles()
    const reading = new Reading(client, configuration, files, added)
    await readEntries(path, (entry) => reading.take(entry))
    const summary = await reading.finish()
    await client.query('commit')
    return summary
  } catch (error) {
    for (const digest of added) await files?.remove(digest)
    throw error
  } finally {
    // Closing the connection rolls back what was not committed.
    await close()
  }
}

/** @throws BackupProblem for a file that cannot be read to its end; otherwise what applying an entry threw */
async function readEntries(path: string, take: (entry: Entry) => Promise<void>): Promise<void> {
  const entries = extract()
  // Whichever fails first aborts the other, whose error is only "Premature close".
  let reason: unknown
  const unpacking = pipeline(createReadStream(path), createGunzip(), entries).catch((error: unknown) => {
    reason ??= new BackupProblem(
      `${path} cannot be read to its end (${(error as Error).message}): the backup is incomplete.`,
    )
    throw reason
  })
  const taking = (async () => {
    for await (const entry of entries) {
      try {
        await take(entry as unknown as Entry)
      } catch (error) {
        if (!isFailing(entries)) reason ??= error
        throw error
      }
    }
  })()
  const outcomes = await Promise.allSettled([unpacking, taking])
  if (reason !== undefined) throw reason
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Whether the archive itself has failed; its stream reports that before it is `destroyed`. */
const isFailing = (entries: object): boolean => (entries as { readonly destroying: boolean }).destroying

/** Reads the entries of a backup in order and applies each as it arrives. */
class Reading {
  private opening: BackupHeader | undefined
  private closing: Closing | undefined
  private readonly digests: Hash[] = []
  private readonly storedDigests = new Set<string>()
  private copying: { readonly table: number; readonly stream: CopyStreamQuery; failure?: Error } | undefined

  constructor(
    private readonly client: pg.Client,
    private readonly configuration: Configuration,
    private readonly files: Files,
    /** Files that did not exist before. */
    private readonly added: string[],
  ) {}

  async take(entry: Entry): Promise<void> {
    const [kind, name = ''] = entry.header.name.split('/')
    if (entry.header.name === names.opening) return this.begin(JSON.parse(await textOf(entry)) as BackupHeader)
    if (!this.opening) throw new BackupProblem('This file is no backup of this program.')
    if (kind === 'tables') return this.takePart(Number(name), entry)
    await this.endTable()
    if (kind === 'files') return this.takeFile(name, entry)
    if (entry.header.name === names.closing) this.closing = JSON.parse(await textOf(entry)) as Closing
    else throw new BackupProblem(`The backup holds "${entry.header.name}", which this version does not know.`)
  }

  private async begin(opening: BackupHeader): Promise<void> {
    if (opening.format !== formatVersion)
      throw new BackupProblem(`The backup has format ${opening.format}; this version reads format ${formatVersion}.`)
    this.opening = opening
    for (const table of opening.tables) {
      this.digests.push(createHash('sha256'))
      await this.client.query(createBackupTable(table))
    }
  }

  private async takePart(table: number, entry: Entry): Promise<void> {
    if (this.copying?.table !== table) {
      await this.endTable()
      const stream = this.client.query(copyFrom(copyText(this.opening!.tables[table]!, 'from stdin')))
      const copying: typeof this.copying = { table, stream }
      // PostgreSQL's error arrives between two writes; the next write would only find a closed stream.
      stream.on('error', (error) => (copying.failure = error))
      this.copying = copying
    }
    const { stream } = this.copying!
    for await (const chunk of entry) {
      this.digests[table]!.update(chunk)
      await this.copied(
        () =>
          new Promise<void>((resolve, reject) => stream.write(chunk, (error) => (error ? reject(error) : resolve()))),
      )
    }
  }

  private async endTable(): Promise<void> {
    const { stream } = this.copying ?? {}
    if (stream) await this.copied(() => pipeline(Readable.from([]), stream))
    this.copying = undefined
  }

  /** @throws BackupProblem where PostgreSQL cannot read what the table holds; otherwise what it answered */
  private async copied(step: () => Promise<void>): Promise<void> {
    const { copying } = this
    const error = copying?.failure ?? (await step().catch((reason: unknown) => copying?.failure ?? reason))
    if (error === undefined) return
    const name = this.opening?.tables[copying?.table ?? 0]?.name
    // 22: data that do not fit their columns.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('22'))
      throw new BackupProblem(
        `The content of the table "${name}" cannot be read (${error.message}): the backup is damaged.`,
      )
    throw error
  }

  private async takeFile(digest: string, entry: Entry): Promise<void> {
    const incoming = await this.files.receive(entry, Number.MAX_SAFE_INTEGER)
    if (incoming.digest !== digest) {
      await this.files.discard(incoming)
      throw new BackupProblem(`The file ${digest} of the backup is damaged.`)
    }
    this.storedDigests.add(digest)
    if (!(await this.holds(digest))) this.added.push(digest)
    await this.files.put(incoming)
  }

  private async holds(digest: string): Promise<boolean> {
    const bytes = await this.files.read(digest).catch(() => undefined)
    bytes?.destroy()
    return bytes !== undefined
  }

  /** @throws BackupProblem unless everything that the summary lists has arrived */
  async finish(): Promise<BackupSummary> {
    const { opening, closing, client } = this
    if (!opening || !closing) throw new BackupProblem('The backup breaks off before its end.')
    for (const [index, { name, rows, digest }] of closing.tables.entries()) {
      const { count } = await one<{ count: string }>(client, sql`select count(*) as "count" from ${identifier(name)}`)
      if (Number(count) !== rows)
        throw new BackupProblem(`The table "${name}" has ${count} rows, the backup says ${rows}: it is damaged.`)
      if (this.digests[index]!.digest('hex') !== digest)
        throw new BackupProblem(`The content of the table "${name}" is not what the backup says: it is damaged.`)
    }
    const missing = closing.files.find((digest) => !this.storedDigests.has(digest))
    if (missing) throw new BackupProblem(`The file ${missing} is missing in the backup.`)
    if (closing.gone.length > 0)
      await client.query('delete from "_file" where "digest" = any($1) and not "kept"', [closing.gone])
    // Incomplete uploads: their pieces are not in the backup, so their senders start over.
    if (opening.tables.some(({ name }) => name === '_upload')) await client.query('delete from "_upload"')
    for (const position of closing.standings) await setSequencePosition(client, position)
    await this.putKey(opening.secretKey)
    // Until the database has counted the rows by itself, up to a minute later, reads would be planned for empty tables.
    if (closing.tables.length > 0)
      await client.query(sql`analyze ${join(closing.tables.map(({ name }) => identifier(name)))}`)
    const rows = closing.tables.reduce((sum, table) => sum + table.rows, 0)
    return { mark: opening.mark, tables: closing.tables.length, rows, files: closing.files.length }
  }

  private async putKey(key: string | undefined): Promise<void> {
    const { dataDir, secretKey } = this.configuration
    if (key === undefined || secretKey) return
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(joinPath(dataDir, 'secret.key'), key, { mode: 0o600, flush: true })
  }
}

async function textOf(entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

// Loads the database and folder left by the former version's own server, with the answers that it
// gave.
import { mkdirSync, readFileSync } from 'node:fs'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import sql, { raw } from 'sql-template-tag'
import { extract } from 'tar-stream'
import type { FileValue, RecordData, RunAnswer } from '../../../src/protocol/calls'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { freshDatabase, type FreshDatabase } from '../../server/freshDatabase'

const file = (name: string) => join(import.meta.dirname, name)

/** When the version before was last at work: sessions had not ended, and no job was due. */
export const thatDay = new Date('2026-11-22T19:25:00Z')

interface Answers {
  readonly token: string
  readonly account: { readonly id: number; readonly name: string }
  readonly preferences: Readonly<Record<string, unknown>>
  readonly codes: readonly string[]
  readonly records: Readonly<Record<string, Omit<RecordData, 'can'>>>
  readonly files: readonly FileValue[]
  /** A request with its key, and what it was answered. */
  readonly repeated: { readonly request: object; readonly answer: RunAnswer }
}

export const answersBefore = JSON.parse(readFileSync(file('answers.json'), 'utf8')) as Answers

/** A database and a folder as the version before left them. */
export async function databaseBefore(): Promise<FreshDatabase> {
  const fresh = await freshDatabase()
  await fresh.database.owner.transaction(async (tx) => {
    await tx.query(sql`${raw(gunzipSync(readFileSync(file('database.sql.gz'))).toString())}`)
  })
  await unpack(file('folder.tar.gz'), join(fresh.folder, 'data'))
  return fresh
}

async function unpack(archive: string, folder: string): Promise<void> {
  const entries = extract()
  entries.on('entry', ({ name, type }, stream, next) => {
    const path = join(folder, name)
    mkdirSync(type === 'directory' ? path : dirname(path), { recursive: true })
    if (type === 'directory') stream.resume().once('end', () => next())
    else pipeline(stream, createWriteStream(path)).then(() => next(), next)
  })
  await pipeline(createReadStream(archive), createGunzip(), entries)
}

type Row = Readonly<Record<string, unknown>>

/** Every row of every table, by table. */
export async function contentOf({ owner }: Database): Promise<ReadonlyMap<string, readonly Row[]>> {
  const tables = await owner.query<{ name: string }>(
    sql`select table_name as "name" from information_schema.tables where table_schema = current_schema()
      and table_type = 'BASE TABLE' order by 1`,
  )
  const content = new Map<string, readonly Row[]>()
  for (const { name } of tables) {
    const rows = await owner.query<{ row: Row }>(
      sql`select to_jsonb(t) as "row" from ${raw(`"${name}"`)} t order by to_jsonb(t)::text`,
    )
    content.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return content
}

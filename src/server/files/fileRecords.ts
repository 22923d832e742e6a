// Records uploaded files: name, type, size and owner under an unguessable id.
// The bytes are in the store.
import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../manifest/expression/values/days'
import type { FileValue } from '../../protocol/calls'
import { draftLifetimeMs } from '../../protocol/fileCalls'
import { RequestError } from '../../protocol/requestError'
import type { Context, RawRecord } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import type { Transaction } from '../database/connection/transaction'
import { droppedFiles, namedWithinMs, removeOrphans } from './orphans'
import { dropUnfinished, endPartial, isUnfinished } from './partialUploads'
import { dropOldestUnused, heldBytes, lockUploads } from './quota'
import type { FileStore } from './fileStore'

/** The owner of a file that the server made or fetched; until something carries it, it is unused like an upload. */
export const serverOwnerId = 0

export interface FileRow extends FileValue {
  readonly digest: string
  readonly thumbnail: string | null
  readonly createdBy: number
}

/**
 * Inserts the row of a stored file and returns it as records carry it. Until a record carries it, it belongs to its
 * uploader alone and counts toward the quota, beyond which unused files older than a day are removed. A file completing
 * an upload in pieces takes its id; an existing file is returned unchanged, and one whose upload was discarded is not
 * added.
 * @throws RequestError upload_quota_reached beyond `quota` bytes of unused files, upload_not_found for a discarded one
 */
export async function addFile(
  { caller, now }: Context,
  database: Pick<Database, 'transaction'>,
  quota: number,
  file: Omit<FileValue, 'id'> & { readonly digest: string; readonly thumbnail?: string; readonly upload?: string },
): Promise<FileValue> {
  const id = file.upload ?? randomBytes(16).toString('base64url')
  const tenant = (caller.tenant as RawRecord).id ?? null
  const account = Number(caller.me.id)
  return database.transaction(async (tx) => {
    await lockUploads(tx, account)
    const [before] = await tx.query<FileValue>(sql`select "id", "name", "size", "type" from "_file" where "id" = ${id}`)
    if (before) return before
    if (file.upload !== undefined && !(await isUnfinished(tx.query, file.upload)))
      throw new RequestError('upload_not_found')
    const fits = sql`${heldBytes(account, id)} + ${file.size}::bigint <= ${quota}::bigint`
    if (account !== serverOwnerId) await makeRoom(tx.query, account, now, fits)
    await tx.query(sql`insert into "_file" ("id", "tenant", "digest", "thumbnail", "name", "type", "size",
        "createdBy", "createdAt", "kept")
      values (${id}, ${tenant}::bigint, ${file.digest}, ${file.thumbnail ?? null}::text, ${file.name}, ${file.type},
        ${file.size}::bigint, ${account}::bigint, ${now}::timestamptz, false)`)
    if (file.upload !== undefined) await endPartial((statement) => tx.query(statement), id, now)
    return { id, name: file.name, size: file.size, type: file.type }
  })
}

/** The row of an upload; undefined for an unknown id. Checks no right: the caller of this function has to. */
export async function findFile({ query }: Pick<Context, 'query'>, id: string): Promise<FileRow | undefined> {
  const [row] = await query<FileRow>(
    sql`select "id", "name", "size", "type", "digest", "thumbnail", "createdBy" from "_file" where "id" = ${id}`,
  )
  return row
}

/** @throws RequestError upload_quota_reached; then roll the transaction back */
async function makeRoom(query: Transaction['query'], account: number, now: Date, fits: Sql): Promise<void> {
  for (;;) {
    const [held] = await query<{ fits: boolean }>(sql`select ${fits} as "fits"`)
    if (held?.fits) return
    if (!(await dropOldestUnused(query, account, now))) throw new RequestError('upload_quota_reached')
  }
}

/** Milliseconds without a piece after which an upload in pieces expires. */
const maxUnfinishedMs = msPerDay

/**
 * Removes files that no record has carried for as long as a draft lives, uploads that were not finished within a day,
 * and bytes without a file. Returns the number of files removed.
 */
export async function removeUnused(
  database: Pick<Database, 'query' | 'transaction'>,
  files: Pick<FileStore, 'remove'>,
  now: Date,
): Promise<number> {
  const unnamedSince = new Date(now.getTime() - namedWithinMs)
  const before = new Date(now.getTime() - draftLifetimeMs)
  const gone = await database.query(droppedFiles(sql`"createdAt" < ${before}::timestamptz`, unnamedSince))
  await dropUnfinished(database, new Date(now.getTime() - maxUnfinishedMs), unnamedSince)
  await removeOrphans(database, files, unnamedSince)
  return gone.length
}

/** Marks files that no record or link carries any more as unused. */
export async function releaseFiles(database: Pick<Database, 'query'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.query(releasedFiles(sql`"id" = any(${[...ids]}::text[])`))
}

/** The same as part of a statement. */
export const releasedFiles = (which: Sql): Sql => sql`update "_file" set "kept" = false where ${which}`

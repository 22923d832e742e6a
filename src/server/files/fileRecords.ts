// Records uploaded files: name, type, size and owner under an unguessable id.
// The bytes are in the store.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FileValue } from '../../protocol/calls'
import { RequestError } from '../../protocol/requestError'
import type { Context, RawRecord } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { namedWithin, removeOrphans } from './orphans'
import { dropUnfinished, endPartial, isUnfinished } from './partialUploads'
import { heldBytes, lockUploads } from './quota'
import type { FileStore } from './fileStore'

/** The owner of a file that the server made or fetched: a record carries it at once. */
export const nobody = 0

export interface FileRow extends FileValue {
  readonly digest: string
  readonly thumbnail: string | null
  readonly createdBy: number
}

/**
 * Inserts the row of a stored file and returns it as records carry it. Until a record carries it, it belongs to its
 * uploader alone and counts toward the quota. With the id of an upload in pieces the file ends it and takes its id;
 * a file that is there already is returned as it is, and one whose upload was given up is not added.
 * @throws RequestError upload_quota_reached beyond `quota` bytes of unused files, upload_not_found for one given up
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
    const added = await tx.query(sql`insert into "_file" ("id", "tenant", "digest", "thumbnail", "name", "type", "size",
        "createdBy", "createdAt", "kept")
      select ${id}::text, ${tenant}::bigint, ${file.digest}::text, ${file.thumbnail ?? null}::text,
      ${file.name}::text, ${file.type}::text, ${file.size}::bigint, ${account}::bigint, ${now}::timestamptz,
      ${account === nobody}
      where ${account === nobody}
      or ${heldBytes(account, id)} + ${file.size}::bigint <= ${quota}::bigint returning 1 as "one"`)
    if (added.length === 0) throw overQuota()
    if (file.upload !== undefined) await endPartial((statement) => tx.query(statement), id, now)
    return { id, name: file.name, size: file.size, type: file.type }
  })
}

export async function findFile({ query }: Pick<Context, 'query'>, id: string): Promise<FileRow | undefined> {
  const [row] = await query<FileRow>(
    sql`select "id", "name", "size", "type", "digest", "thumbnail", "createdBy" from "_file" where "id" = ${id}`,
  )
  return row
}

function overQuota(): RequestError {
  return new RequestError('upload_quota_reached')
}

const unusedFor = 24 * 3_600_000

/**
 * Removes files that no record has carried within a day, uploads that were not finished in one, and bytes without a
 * file. Returns the number of files removed.
 */
export async function removeUnused(
  database: Pick<Database, 'query' | 'transaction'>,
  files: Pick<FileStore, 'remove'>,
  now: Date,
): Promise<number> {
  const unnamedSince = new Date(now.getTime() - namedWithin)
  const gone = await database.query(sql`with gone as (delete from "_file"
      where not "kept" and "createdAt" < ${new Date(now.getTime() - unusedFor)}
      returning "digest", "thumbnail"),
    loose as (insert into "_loose" ("digest", "at")
      select distinct one, ${unnamedSince}::timestamptz
      from gone, unnest(array["digest", "thumbnail"]) one
      where one is not null
      on conflict ("digest") do nothing)
    select 1 as "one" from gone`)
  await dropUnfinished(database, new Date(now.getTime() - unusedFor), unnamedSince)
  await removeOrphans(database, files, unnamedSince)
  return gone.length
}

/** Files that no record or link carries any more go like others that none carries. */
export async function releaseFiles(database: Pick<Database, 'query'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.query(sql`update "_file" set "kept" = false where "id" = any(${[...ids]}::text[])`)
}

// Tracks uploads in pieces: rows that name the stored pieces until the file is complete.
// A piece is stored like a file, on disk or in S3, so that any server can receive the next one.
import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { RequestError } from '../../protocol/requestError'
import type { Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { droppedFiles, recordPendingUpload } from './orphans'
import type { FileStore, Incoming } from './fileStore'
import { dropOldestUnused, heldBytes, lockUploads } from './quota'

export interface PartialUpload {
  readonly id: string
  readonly name: string
  readonly size: number
  /** Bytes that have arrived. */
  readonly offset: number
  /** Digests of the pieces in their order. */
  readonly pieces: readonly string[]
}

/** A piece that has been received, and where in the file it begins. */
interface UploadPiece {
  readonly incoming: Incoming
  readonly offset: number
}

type UploadDatabase = Pick<Database, 'query' | 'transaction'>
type Uploader = Pick<Context, 'caller' | 'now'>
interface UploadContext extends Uploader {
  readonly server: { readonly database: UploadDatabase; readonly files: Pick<FileStore, 'put'> }
}

/** The size of each piece except the last. */
export const pieceBytes = 1024 * 1024
/** Maximum unfinished uploads of an account. */
const maxUnfinished = 20
/** Milliseconds without a piece after which an upload is abandoned and makes room for a new one. */
const abandonedAfterMs = 10 * 60_000

/**
 * Without room, removes abandoned uploads of the account, oldest first, and then its unused files.
 * @param quota bytes of unused files and unfinished uploads together
 * @throws RequestError upload_quota_reached, too_many_unfinished_uploads
 */
export async function beginPartial(
  uploader: Uploader,
  database: UploadDatabase,
  quota: number,
  { name, size }: Pick<PartialUpload, 'name' | 'size'>,
): Promise<PartialUpload> {
  const id = randomBytes(16).toString('base64url')
  const account = Number(uploader.caller.me.id)
  await database.transaction(async (tx) => {
    await lockUploads(tx, account)
    await makeRoom(tx.query, uploader, quota, size)
    await tx.query(sql`insert into "_upload" ("id", "account", "name", "size", "at")
      values (${id}, ${account}::bigint, ${name}, ${size}::bigint, ${uploader.now}::timestamptz)`)
  })
  return { id, name, size, offset: 0, pieces: [] }
}

/** @throws RequestError upload_quota_reached, too_many_unfinished_uploads; then roll the transaction back */
async function makeRoom(
  query: Context['query'],
  { caller, now }: Uploader,
  quota: number,
  size: number,
): Promise<void> {
  const account = Number(caller.me.id)
  const until = new Date(now.getTime() - abandonedAfterMs)
  for (;;) {
    const [held] = await query<{ fits: boolean; unfinished: number }>(
      sql`select ${heldBytes(account)} + ${size}::bigint <= ${quota}::bigint as "fits",
        (select count(*)::int from "_upload" where "account" = ${account}) as "unfinished"`,
    )
    if (held?.fits && held.unfinished < maxUnfinished) return
    const [oldest] = await query<{ id: string }>(sql`select "id" from "_upload"
      where "account" = ${account}::bigint and "at" < ${until}::timestamptz order by "at", "id" limit 1`)
    if (oldest) await query(released(sql`"id" = ${oldest.id}`, now))
    else if (held?.fits) throw new RequestError('too_many_unfinished_uploads', { count: maxUnfinished })
    else if (!(await dropOldestUnused(query, account, now))) throw new RequestError('upload_quota_reached')
  }
}

/** An unfinished upload of the caller. */
export async function findPartial(
  { caller }: Pick<Context, 'caller'>,
  database: UploadDatabase,
  id: string,
): Promise<PartialUpload | undefined> {
  const [row] = await database.query<PartialUpload>(
    sql`select "id", "name", "size"::float8 as "size", "received"::float8 as "offset", "pieces" from "_upload"
      where "id" = ${id} and "account" = ${Number(caller.me.id)}`,
  )
  return row
}

/**
 * Stores a received piece that begins at `offset`, once: of two concurrent ones the first counts, and an existing one
 * is not written again. Returns the updated upload; undefined if it has ended in the meantime.
 * @throws RequestError upload_piece_not_next for any other piece than the next one
 */
export async function addPiece(
  context: UploadContext,
  upload: PartialUpload,
  piece: UploadPiece,
): Promise<PartialUpload | undefined> {
  const { incoming, offset } = piece
  const { database, files } = context.server
  if (isThere(upload, piece)) return upload
  const bytes = Math.min(pieceBytes, upload.size - upload.offset)
  if (offset !== upload.offset || incoming.size !== bytes)
    throw new RequestError('upload_piece_not_next', { offset: upload.offset, count: bytes })
  await recordPendingUpload(database, [incoming.digest], context.now)
  await files.put(incoming)
  const [added] = await database.query(sql`update "_upload"
    set "pieces" = "pieces" || ${incoming.digest}::text, "received" = "received" + ${bytes}::bigint,
      "at" = ${context.now}::timestamptz
    where "id" = ${upload.id} and "received" = ${offset}::bigint returning 1 as "one"`)
  const now = await findPartial(context, database, upload.id)
  if (!added && now && !isThere(now, piece))
    throw new RequestError('upload_piece_not_next', {
      offset: now.offset,
      count: Math.min(pieceBytes, now.size - now.offset),
    })
  return now
}

/** Whether the piece is stored at its offset; nothing may follow the last one. */
function isThere({ pieces, size, offset: received }: PartialUpload, { incoming, offset }: UploadPiece): boolean {
  if (incoming.size === 0) return offset === size && received === size
  return offset % pieceBytes === 0 && pieces[offset / pieceBytes] === incoming.digest
}

/** The bytes of all pieces, one after the other. */
export async function* wholeOf(files: Pick<FileStore, 'read'>, { pieces }: PartialUpload): AsyncIterable<Uint8Array> {
  for (const digest of pieces) yield* (await files.read(digest)) as AsyncIterable<Uint8Array>
}

/** Whether an upload exists that has not become a file. */
export async function isUnfinished(query: (statement: Sql) => Promise<unknown[]>, id: string): Promise<boolean> {
  return (await query(sql`select 1 as "one" from "_upload" where "id" = ${id}`)).length > 0
}

/** Deletes an upload that has become a file, or whose file is refused. */
export async function endPartial(run: (statement: Sql) => Promise<unknown>, id: string, now: Date): Promise<void> {
  await run(released(sql`"id" = ${id}`, now))
}

/**
 * Deletes an upload of the caller, even if it has just become a file that no record carries. A piece still in transit
 * then finds no upload, and its bytes are removed as orphans.
 */
export async function discardPartial({ caller, now }: Uploader, database: UploadDatabase, id: string): Promise<void> {
  const account = Number(caller.me.id)
  await database.transaction(async (tx) => {
    // Waits while the last piece is being turned into a file.
    await lockUploads(tx, account)
    await tx.query(released(sql`"id" = ${id} and "account" = ${account}::bigint`, now))
    await tx.query(droppedFiles(sql`"id" = ${id} and "createdBy" = ${account}::bigint`, now))
  })
}

/** Deletes uploads without a piece since `until`. */
export async function dropUnfinished(database: UploadDatabase, until: Date, now: Date): Promise<void> {
  await database.query(released(sql`"at" < ${until}::timestamptz`, now))
}

/** Deletes the rows; their pieces are removed as orphans. */
function released(which: Sql, now: Date): Sql {
  return sql`with ended as (delete from "_upload" where ${which} returning "pieces")
    insert into "_loose" as l ("digest", "at")
    select distinct piece, ${now}::timestamptz from ended, unnest("pieces") piece order by piece
    on conflict ("digest") do update set "at" = greatest(l."at", excluded."at")`
}

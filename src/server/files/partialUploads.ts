// Uploads that go on after a break: rows that name the pieces in the store until the file is whole.
// A piece is stored like a file, so one that two servers take turns with is on disk and in S3 alike.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FileValue } from '../../protocol/calls'
import { RequestError } from '../../protocol/requestError'
import type { Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { recordPendingUpload } from './orphans'
import type { FileStore } from './fileStore'

export interface PartialUpload {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly offset: number
  /** Digests of the pieces in their order. */
  readonly pieces: readonly string[]
  readonly file: FileValue | null
}

type UploadDatabase = Pick<Database, 'read' | 'transaction'>

const columns = sql`"id", "name", "size"::float8 as "size", "received"::float8 as "offset", "pieces", "file"`

/**
 * @param quota bytes of unused files and unfinished uploads together
 * @throws RequestError 2001 beyond the quota
 */
export async function beginPartial(
  { caller, now }: Context,
  database: UploadDatabase,
  quota: number,
  { name, size }: { readonly name: string; readonly size: number },
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const account = Number(caller.me.id)
  await database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${account % 2_147_483_647}::int)`)
    const added = await tx.query(sql`insert into "_upload" ("id", "account", "name", "size", "at")
      select ${id}::text, ${account}::bigint, ${name}::text, ${size}::bigint, ${now}::timestamptz
      where (select coalesce(sum("size"), 0) from "_file" where "createdBy" = ${account} and not "kept")
        + (select coalesce(sum("size"), 0) from "_upload" where "account" = ${account} and "file" is null)
        + ${size}::bigint <= ${quota}::bigint returning 1 as "one"`)
    if (added.length === 0) throw new RequestError('upload_quota_reached')
  })
  return id
}

/** An upload of the caller. @throws RequestError 2001 for one that is not there, or of another account */
export async function findPartial(
  { caller }: Pick<Context, 'caller'>,
  database: UploadDatabase,
  id: string,
): Promise<PartialUpload> {
  const [row] = await database.read<PartialUpload>(
    sql`select ${columns} from "_upload" where "id" = ${id} and "account" = ${Number(caller.me.id)}`,
  )
  if (!row) throw new RequestError('upload_not_found')
  return row
}

/** Stores a piece that begins at `offset`; of two at once the first counts. Returns the upload as it is then. */
export async function addPiece(
  context: Pick<Context, 'caller' | 'now'>,
  { database, files }: { readonly database: UploadDatabase; readonly files: FileStore },
  upload: PartialUpload,
  piece: { readonly bytes: AsyncIterable<Uint8Array>; readonly limit: number },
): Promise<PartialUpload> {
  const incoming = await files.receive(piece.bytes, Math.min(piece.limit, upload.size - upload.offset))
  try {
    if (incoming.size === 0) return upload
    await recordPendingUpload(database, [incoming.digest], context.now)
    await files.keep(incoming)
  } finally {
    await files.discard(incoming)
  }
  await database.read(sql`update "_upload"
    set "pieces" = "pieces" || ${incoming.digest}::text, "received" = "received" + ${incoming.size}::bigint
    where "id" = ${upload.id} and "received" = ${upload.offset}::bigint and "file" is null`)
  return findPartial(context, database, upload.id)
}

/** The bytes of all pieces, one after the other. */
export async function* wholeOf(files: Pick<FileStore, 'read'>, { pieces }: PartialUpload): AsyncIterable<Uint8Array> {
  for (const digest of pieces) yield* (await files.read(digest)) as AsyncIterable<Uint8Array>
}

/** Notes the stored file, so that a repeated request gets the same answer, and lets go of the pieces. */
export async function endPartial(
  database: UploadDatabase,
  { id }: PartialUpload,
  file: FileValue,
  now: Date,
): Promise<void> {
  await letGo(
    database,
    sql`update "_upload" u set "file" = ${JSON.stringify(file)}::jsonb, "pieces" = '{}'
    from (select "id", "pieces" from "_upload" where "id" = ${id} for update) before
    where u."id" = before."id" returning before."pieces"`,
    now,
  )
}

/** Forgets an upload whose file is refused. */
export async function dropPartial(database: UploadDatabase, { id }: PartialUpload, now: Date): Promise<void> {
  await letGo(database, sql`delete from "_upload" where "id" = ${id} returning "pieces"`, now)
}

/** Forgets uploads that began before `until`. */
export async function dropUnfinished(database: UploadDatabase, until: Date, now: Date): Promise<void> {
  await letGo(database, sql`delete from "_upload" where "at" < ${until} returning "pieces"`, now)
}

/** Pieces that no upload names any more are removed with other bytes without a file. */
async function letGo(database: UploadDatabase, ended: ReturnType<typeof sql>, now: Date): Promise<void> {
  await database.read(sql`with ended as (${ended})
    insert into "_loose" ("digest", "at") select distinct piece, ${now}::timestamptz
    from ended, unnest("pieces") piece on conflict ("digest") do nothing`)
}

// What is known of an uploaded file? Its name, type, size and owner, under an id that cannot be guessed; the bytes lie in the store.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FileValue } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import type { Database } from '../database/open'
import { namedWithin, removeLoose } from './loose'
import type { FileStore } from './store'

/** Whoever fetched a file without being a person: it is carried by a record at once. */
const unowned = 0

export interface FileRow extends FileValue {
  readonly digest: string
  readonly thumbnail: string | null
  readonly createdBy: number
}

/**
 * Writes the row of a kept file and answers it as records carry it. Until a record carries it, it is its uploader's alone and counts towards her quota.
 * @throws Fault 2001 when her unused files would hold more than `quota` bytes
 */
export async function addFile(
  { caller, now }: Context,
  database: Pick<Database, 'transaction'>,
  quota: number,
  file: Omit<FileValue, 'id'> & { readonly digest: string; readonly thumbnail?: string },
): Promise<FileValue> {
  const id = randomBytes(16).toString('base64url')
  const tenant = (caller.tenant as RawRecord).id ?? null
  const account = Number(caller.me.id)
  await database.transaction(async (tx) => {
    // One upload of an account after the other: together they must not get past the quota.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${account % 2_147_483_647}::int)`)
    const added =
      await tx.query(sql`insert into "_file" ("id", "tenant", "digest", "thumbnail", "name", "type", "size", "createdBy", "createdAt", "kept")
      select ${id}::text, ${tenant}::bigint, ${file.digest}::text, ${file.thumbnail ?? null}::text, ${file.name}::text, ${file.type}::text, ${file.size}::bigint, ${account}::bigint, ${now}::timestamptz, ${account === unowned}
      where ${account === unowned} or (select coalesce(sum("size"), 0) from "_file" where "createdBy" = ${account} and not "kept") + ${file.size}::bigint <= ${quota}::bigint returning 1 as "one"`)
    if (added.length === 0) throw overQuota()
  })
  return { id, name: file.name, size: file.size, type: file.type }
}

export async function findFile({ query }: Pick<Context, 'query'>, id: string): Promise<FileRow | undefined> {
  const [row] = await query<FileRow>(
    sql`select "id", "name", "size", "type", "digest", "thumbnail", "createdBy" from "_file" where "id" = ${id}`,
  )
  return row
}

function overQuota(): Fault {
  return new Fault(codes.refused, [
    '未使用的上传文件已达上限，请先保存或一天后再试',
    'Your uploads that no record uses have reached their limit; save them, or try again in a day',
  ])
}

const unusedFor = 24 * 3_600_000

/** Removes the files that no record has carried within a day, and the bytes that nobody names any more. Answers how many files are gone. */
export async function removeUnused(
  database: Pick<Database, 'read' | 'transaction'>,
  files: Pick<FileStore, 'remove'>,
  now: Date,
): Promise<number> {
  const unnamedSince = new Date(now.getTime() - namedWithin)
  const gone =
    await database.read(sql`with gone as (delete from "_file" where not "kept" and "createdAt" < ${new Date(now.getTime() - unusedFor)} returning "digest", "thumbnail"),
    loose as (insert into "_loose" ("digest", "at") select distinct one, ${unnamedSince}::timestamptz from gone, unnest(array["digest", "thumbnail"]) one where one is not null on conflict ("digest") do nothing)
    select 1 as "one" from gone`)
  await removeLoose(database, files, unnamedSince)
  return gone.length
}

// Tracks bytes in the store without a file: leftovers of a crash, or of a file that was removed.
// A row precedes the bytes and outlives their removal, so a crash at any moment leaves no untracked bytes.
import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/connection/openDatabase'
import type { FileStore } from './fileStore'

/** Milliseconds after which stored bytes without a row are orphans. */
export const namedWithinMs = 3_600_000
const maxBatch = 100

/** Records that these bytes are about to be stored. */
export async function recordPendingUpload(
  database: Pick<Database, 'query'>,
  digests: readonly string[],
  now: Date,
): Promise<void> {
  await database.query(sql`insert into "_loose" as l ("digest", "at")
    select unnest(${[...new Set(digests)].sort()}::text[]), ${now}::timestamptz
    on conflict ("digest") do update set "at" = greatest(l."at", excluded."at")`)
}

/** Deletes rows of files that no record carries, a result row for each; their bytes are orphans from `since`. */
export function droppedFiles(which: Sql, since: Date): Sql {
  return sql`with gone as (delete from "_file" where not "kept" and ${which} returning "digest", "thumbnail"),
    loose as (insert into "_loose" as l ("digest", "at")
      select distinct one, ${since}::timestamptz
      from gone, unnest(array["digest", "thumbnail"]) one
      where one is not null
      order by one
      on conflict ("digest") do update set "at" = greatest(l."at", excluded."at"))
    select 1 as "one" from gone`
}

/** Removes the orphans that were recorded before `until` and that no file or upload names. Returns their number. */
export async function removeOrphans(
  database: Pick<Database, 'transaction'>,
  files: Pick<FileStore, 'remove'>,
  until: Date,
): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = await database.transaction(async (tx) => {
      // Locked until the bytes are deleted: an upload of the same bytes waits in `recordPendingUpload` and writes them
      // again.
      const rows = await tx.query<{
        digest: string
        named: boolean
      }>(sql`select "digest",
        exists (select 1 from "_file" f where f."digest" = l."digest" or f."thumbnail" = l."digest")
          or exists (select 1 from "_upload" u where u."pieces" @> array[l."digest"]) as "named"
        from "_loose" l where "at" <= ${until} order by "digest" limit ${maxBatch} for update skip locked`)
      const unnamed = rows.filter(({ named }) => !named)
      await Promise.all(unnamed.map(({ digest }) => files.remove(digest)))
      await tx.query(sql`delete from "_loose" where "digest" = any(${rows.map(({ digest }) => digest)}::text[])`)
      return { recorded: rows.length, removed: unnamed.length }
    })
    removed += batch.removed
    if (batch.recorded < maxBatch) return removed
  }
}

// Which bytes lie in the store although no file is made of them? Those whose server ended between keeping and naming them, and those whose last file is gone.
// They are written down before they come to be loose and forgotten after they are removed, so no end of a server at any moment leaves some behind.
import sql from 'sql-template-tag'
import type { Database } from '../database/open'
import type { FileStore } from './store'

/** Milliseconds within which bytes that are kept are given a row. */
export const namedWithin = 3_600_000
const atOnce = 100

/** Writes down that these bytes are about to be kept. */
export async function announce(database: Pick<Database, 'read'>, digests: readonly string[], now: Date): Promise<void> {
  await database.read(sql`insert into "_loose" as l ("digest", "at") select unnest(${[...new Set(digests)].sort()}::text[]), ${now}::timestamptz
    on conflict ("digest") do update set "at" = greatest(l."at", excluded."at")`)
}

/** Removes the loose bytes that were announced before `until` and that no file is made of. Answers how many are gone. */
export async function removeLoose(
  database: Pick<Database, 'transaction'>,
  files: Pick<FileStore, 'remove'>,
  until: Date,
): Promise<number> {
  let removed = 0
  for (let found = atOnce; found === atOnce;) {
    await database.transaction(async (tx) => {
      // Locked until the bytes are gone: whoever keeps the same bytes meanwhile waits in `announce`, and then writes them anew.
      const rows = await tx.query<{
        digest: string
        named: boolean
      }>(sql`select "digest", exists (select 1 from "_file" f where f."digest" = l."digest" or f."thumbnail" = l."digest") as "named"
        from "_loose" l where "at" <= ${until} order by "digest" limit ${atOnce} for update skip locked`)
      const unnamed = rows.filter(({ named }) => !named)
      await Promise.all(unnamed.map(({ digest }) => files.remove(digest)))
      await tx.query(sql`delete from "_loose" where "digest" = any(${rows.map(({ digest }) => digest)}::text[])`)
      found = rows.length
      removed += unnamed.length
    })
  }
  return removed
}

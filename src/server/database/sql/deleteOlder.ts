// Deletes what has expired in slices, each a short statement of its own.
// A shortened period, or a server that was away, can end for millions of rows at once.
import sql, { type Sql } from 'sql-template-tag'
import { identifier } from './identifier'

interface Expired {
  readonly table: string
  /** The column whose moment decides. */
  readonly since: string
  /** Rows from before it go. */
  readonly before: Date
  /** Which of the rows expire; absent: all. */
  readonly where?: Sql
}

/** Rows of one statement: far below its time limit, and no other write waits for it noticeably. */
const sliceRows = 10_000

type Query = <T>(statement: Sql) => Promise<T[]>

/** Deletes expired rows, the oldest first; those of one moment go together. */
export async function deleteOlder(
  query: Query,
  { table, since, before, where = sql`true` }: Expired,
  size = sliceRows,
): Promise<void> {
  const [rows, moment] = [identifier(table), identifier(since)]
  const expired = sql`${where} and ${moment} < ${before}`
  for (;;) {
    const [{ last } = {}] = await query<{ last: string | null }>(
      sql`select max("at") as "last" from (select ${moment} as "at" from ${rows} where ${expired}
        order by ${moment} limit ${size}) as "slice"`,
    )
    if (!last) return
    await query(sql`delete from ${rows} where ${expired} and ${moment} <= ${last}`)
  }
}

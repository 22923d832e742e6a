// Recognizes moments that were stored while a clock was wrong.
// What waits for such a moment would wait until the clock is there, perhaps for years.
import sql, { type Sql } from 'sql-template-tag'

/** The clocks of servers differ by less. */
export const maxAheadMs = 3_600_000

/** Whether a stored moment, which was the present one, is far ahead of the clock. */
export const isAheadSql = (moment: Sql, now: Date): Sql => sql`${moment} > ${new Date(now.getTime() + maxAheadMs)}`

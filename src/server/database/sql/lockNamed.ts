// Names advisory locks of the database, and serializes transactions that count before they write.
// The second one sees what the first one stored.
import sql, { type Sql } from 'sql-template-tag'

/** The key of the lock of a name: one name is one lock, whichever function takes it. */
export const lockKey = (name: string): Sql => sql`hashtext(${name})`

/** Waits for other transactions holding the same name; held until the end of this one. */
export async function lockNamed(query: (statement: Sql) => Promise<unknown>, name: string): Promise<void> {
  await query(sql`select pg_advisory_xact_lock(${lockKey(name)})`)
}

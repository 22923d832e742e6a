// Serializes transactions that count before they write.
// The second one sees what the first one stored.
import sql, { type Sql } from 'sql-template-tag'

/** Waits for other transactions holding the same name; held until the end of this one. */
export async function lockNamed(query: (statement: Sql) => Promise<unknown>, name: string): Promise<void> {
  await query(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}

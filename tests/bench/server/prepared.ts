// How does a hand-written handler ask the database? Each text is prepared once a connection, under a name of its own.
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'

/** @param prefix of the names; another one for each handler of a pool */
export function createRun(
  pool: pg.Pool,
  prefix: string,
): <T extends pg.QueryResultRow>(statement: Sql) => Promise<T[]> {
  const names = new Map<string, string>()
  return async <T extends pg.QueryResultRow>({ text, values }: Sql) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `${prefix}${names.size}`))
    return (await pool.query<T>({ name, text, values })).rows
  }
}

// Counts the rows of every table of App and engine, to show that a refused request has written
// nothing.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../src/manifest/model/app'
import { identifier } from '../../src/server/database/sql/identifier'
import type { Database } from '../../src/server/database/connection/openDatabase'

/** Rows and the sum of their versions by table. */
export async function countEverything(database: Pick<Database, 'query'>, app: App): Promise<Record<string, string>> {
  const mark = (name: string, measure: Sql) =>
    sql`SELECT ${name}::text AS "name", (${measure})::text AS "mark" FROM ${identifier(name)}`
  const versions = raw(
    `count(*) || ' rows, versions ' || coalesce(sum("version"), 0) || ', last ' || coalesce(max("id"), 0)`,
  )
  const rows = raw('count(*)')
  const tables = Object.values(app.entities).flatMap((entity) => [
    mark(entity.name, versions),
    ...Object.values(entity.fields)
      .filter((field) => field.type === 'lines' && field.stored)
      .map((field) => mark(`${entity.name}.${field.name}`, rows)),
  ])
  const own = ['_idempotency', '_preference', '_file', '_secret'].map((name) => mark(name, rows))
  const found = await database.query<{ name: string; mark: string }>(
    join([...tables, ...own, mark('_sequence', raw('coalesce(sum("value"), 0)'))], ' UNION ALL '),
  )
  return Object.fromEntries(found.map(({ name, mark: of }) => [name, of]))
}

// Which records does the server's measurement stand on? Made lot by lot; a kept folder remembers which lots it has, so
// that a run that was stopped
// goes on where it was and a later one finds all. A folder made for another number of records is refused.
import sql from 'sql-template-tag'
import { compile } from '../../../src/manifest/compile'
import type { App } from '../../../src/manifest/model/app'
import { identifier } from '../../../src/server/database/sql/identifier'
import { materializedColumns } from '../../../src/server/database/sql/materializedColumns'
import { linesTableName } from '../../../src/server/database/sql/tables'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { refreshMaterializedSql } from '../../../src/server/query/records/refreshMaterialized'
import { readSources } from '../../../src/server/workers/readManifests'
import { round } from '../figures'
import { addCustomers, withoutIndexes } from './customers'
import { lotsOf } from './orders'
import { addColleagues, addPeople, signIn } from './people'
import { addRecords, forFilling, helpers, type Lot } from './records'

type Say = (line: string) => void

/** The manifests of a folder. @throws Error when they have problems */
export function appOf(folder: string): App {
  const compiled = compile(readSources(folder))
  if (!compiled.ok) throw new Error(compiled.problems[0]!.message)
  return compiled.app
}

/** Makes what is not there yet; `orders` false leaves those and all that belongs to them out. */
export async function makeRecords(
  database: Database,
  app: App,
  { rows, orders }: { rows: number; orders: boolean },
  say: Say,
): Promise<void> {
  await database.query(sql`create table if not exists "_bench" ("lot" text primary key, "rows" bigint not null)`)
  const made = await database.query<{ lot: string; rows: number }>(sql`select "lot", "rows" from "_bench"`)
  if (made.some((lot) => Number(lot.rows) !== rows))
    throw new Error(
      `The folder of BENCH_DATA holds ${made[0]!.rows} rows. Name another one, or set BENCH_ROWS to that.`,
    )
  const once = async (lot: string, work: () => Promise<void>) => {
    if (made.some((done) => done.lot === lot)) return
    const began = Date.now()
    await work()
    await database.query(sql`insert into "_bench" values (${lot}, ${rows})`)
    say(`Made ${lot} in ${round((Date.now() - began) / 1_000, 0)} s.`)
  }
  await once('people', () =>
    addPeople(database, Object.keys(app.access.permissions), app.access.administratorPermission),
  )
  await once('colleagues', () => addColleagues(database))
  await signIn(database)
  await once('customers', () => addCustomers(database, rows, say))
  if (!orders) return
  for (const lot of lotsOf(app, rows))
    await once(`${lot.count.toLocaleString('en')} × ${lot.entity}`, () => addLot(database, app, lot))
}

async function addLot(database: Database, app: App, lot: Lot): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(forFilling)
    await client.query(helpers)
    const tables = [lot.entity, ...Object.keys(lot.lines ?? {}).map((name) => linesTableName(lot.entity, name))]
    await client.query('begin')
    await withoutIndexes(client, tables, () => addRecords(client, app, lot))
    const entity = app.entities[lot.entity]!
    const kept = [...materializedColumns(entity).values()]
    if (kept.length > 0) await client.query(refreshMaterializedSql(app, entity, kept))
    await client.query('commit')
    for (const name of tables) await client.query(sql`vacuum (analyze) ${identifier(name)}`)
  } finally {
    client.release(true)
  }
}

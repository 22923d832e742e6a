// What is computed from a record's own lines is kept beside its fields: of the definition that
// holds now, whatever was kept before, and of nothing else.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import { compile } from '../../../src/manifest/compile'
import { materializedColumns } from '../../../src/server/database/sql/materializedColumns'
import { migrate } from '../../../src/server/migration/migrate'
import { pathSql } from '../../../src/server/query/expression/fieldSql'
import { planningOf } from '../../../src/server/query/expression/planning'
import { RowSource } from '../../../src/server/query/expression/rowSource'
import { binderySources } from '../../manifest/sources'
import { staleMaterializedColumns } from './staleMaterializedColumns'
import { freshDatabase, type FreshDatabase } from '../freshDatabase'

const sources = binderySources()

/** The library with its bindery, with one text of one file in place of another. */
function appWith(file = '', text = '', other = ''): App {
  const changed = sources.map((source) =>
    source.path.endsWith(file) && text !== '' ? { ...source, text: source.text.replace(text, other) } : source,
  )
  expect(JSON.stringify(changed) !== JSON.stringify(sources)).toBe(text !== '')
  const compiled = compile(changed)
  if (!compiled.ok) throw new Error(compiled.problems[0]!.message)
  return compiled.app
}

const file = 'bindery/repair.entity.json'
const app = appWith()
const columnsOf = (of: App) => [...materializedColumns(of.entities.repair!).values()].map(({ column }) => column)

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, app)
  await addRepair(1)
}, 120_000)
afterAll(() => fresh?.remove())

/** Rows as a statement writes them that does not know of what is kept. */
async function addRepair(id: number): Promise<void> {
  await fresh.database.query(
    sql`insert into "repair" ("id", "version", "state", "stateAt", "createdAt", "library")
      values (${id}, 1, 'priced', now(), now(), 1)`,
  )
  await fresh.database.query(
    sql`insert into "repair.items" ("library", "parent", "position", "qty", "unitPrice")
      values (1, ${id}, 1, 2, 10.05), (1, ${id}, 2, 1, 0.9)`,
  )
}

const columns = async () =>
  (
    await fresh.database.query<{ name: string }>(
      sql`select attname::text as "name" from pg_attribute where attrelid = 'repair'::regclass and not attisdropped
        and attname like '%~%'`,
    )
  ).map(({ name }) => name)
const amounts = async (of: App) => {
  const frame = RowSource.of(planningOf(of, 'zh', true), of.entities.repair!)
  return fresh.database.query<{ id: number; amount: string }>(
    sql`select ${frame.column('id')} as "id", (${pathSql(frame, ['listAmount']).value})::text as "amount"
      from ${frame.from()} order by 1`,
  )
}

describe('kept values', () => {
  it('ask for nothing but the lines: what settings or other records say is computed each time', () => {
    expect(columnsOf(app)).toHaveLength(1)
    const { repair, supply } = app.entities
    expect([...materializedColumns(repair!).keys()]).toEqual(['listAmount'])
    expect(Object.keys(repair!.fields)).toEqual(expect.arrayContaining(['wideDamage', 'received']))
    expect([...materializedColumns(supply!).keys()]).toContain('quotedGoods')
  })

  it('of another definition are computed anew for all records, and those of the one before are gone', async () => {
    const doubled = appWith(file, 'round(qty * unitPrice, 2)', 'round(qty * unitPrice * 2, 2)')
    expect(columnsOf(doubled)).not.toEqual(columnsOf(app))
    await migrate(fresh.database, doubled)
    expect(await columns()).toEqual(columnsOf(doubled))
    expect(await amounts(doubled)).toEqual([{ id: 1, amount: '42.00' }])
    await addRepair(2)
    await migrate(fresh.database, app)
    expect(await columns()).toEqual(columnsOf(app))
    expect(await amounts(app)).toEqual([
      { id: 1, amount: '21.00' },
      { id: 2, amount: '21.00' },
    ])
    expect((await staleMaterializedColumns(fresh.database, app)).different).toEqual([])
  })

  it('stay as they are while the definition does', async () => {
    await fresh.database.query(sql`update "repair.items" set "qty" = 3 where "parent" = 1 and "position" = 1`)
    await migrate(fresh.database, app)
    expect((await amounts(app))[0]).toEqual({ id: 1, amount: '21.00' })
    expect((await staleMaterializedColumns(fresh.database, app)).different).toEqual([
      'repair.listAmount of 1: 21.00, 31.05',
    ])
  })
})

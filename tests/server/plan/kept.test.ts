// What is computed from a record's own lines is kept beside its fields: of the definition that holds now, whatever was kept before, and of nothing else.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/app'
import { compile } from '../../../src/manifest/compile'
import { keptOf } from '../../../src/server/database/kept'
import { migrate } from '../../../src/server/database/migrate'
import { pathSql } from '../../../src/server/plan/field-sql'
import { Frame, planningOf } from '../../../src/server/plan/frame'
import { readSources } from '../../../src/server/sources'
import { keptDifferences } from '../../whole/kept'
import { freshDatabase, type FreshDatabase } from '../freshDatabase'

const sources = readSources('schemas')

/** The product, with one text of one file in place of another. */
function appWith(file = '', text = '', other = ''): App {
  const changed = sources.map((source) =>
    source.path.endsWith(file) && text !== '' ? { ...source, text: source.text.replace(text, other) } : source,
  )
  expect(JSON.stringify(changed) !== JSON.stringify(sources)).toBe(text !== '')
  const compiled = compile(changed)
  if (!compiled.ok) throw new Error(compiled.problems[0]!.message)
  return compiled.app
}

const file = 'order/supplement.entity.json'
const app = appWith()
const columnsOf = (of: App) => [...keptOf(of.entities.supplement!).values()].map(({ column }) => column)

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await migrate(fresh.database, app)
  await addSupplement(1)
}, 120_000)
afterAll(() => fresh?.remove())

/** Rows as somebody writes them who does not know of what is kept. */
async function addSupplement(id: number): Promise<void> {
  await fresh.database.read(
    sql`insert into "supplement" ("id", "version", "state", "stateAt", "createdAt", "dealer") values (${id}, 1, 'effective', now(), now(), 1)`,
  )
  await fresh.database.read(
    sql`insert into "supplement.items" ("dealer", "parent", "position", "qty", "unitPrice") values (1, ${id}, 1, 2, 10.05), (1, ${id}, 2, 1, 0.9)`,
  )
}

const columns = async () =>
  (
    await fresh.database.read<{ name: string }>(
      sql`select attname::text as "name" from pg_attribute where attrelid = 'supplement'::regclass and not attisdropped and attname like '%~%'`,
    )
  ).map(({ name }) => name)
const amounts = async (of: App) => {
  const frame = Frame.of(planningOf(of, 0, true), of.entities.supplement!)
  return fresh.database.read<{ id: number; amount: string }>(
    sql`select ${frame.column('id')} as "id", (${pathSql(frame, ['amount']).value})::text as "amount" from ${frame.from()} order by 1`,
  )
}

describe('kept values', () => {
  it('are some of the product, and none that asks for more than the lines', () => {
    expect(columnsOf(app)).toHaveLength(1)
    const { order, contract } = app.entities
    expect([...keptOf(order!).keys()]).toContain('partsAmount')
    // What is not standard is said by the settings.
    expect([...keptOf(order!).keys()]).not.toContain('nonstandardParts')
    expect([...keptOf(contract!).keys()]).toContain('planned')
  })

  it('of another definition are computed anew for all records, and those of the one before are gone', async () => {
    const doubled = appWith(file, 'round(qty * unitPrice, 2)', 'round(qty * unitPrice * 2, 2)')
    expect(columnsOf(doubled)).not.toEqual(columnsOf(app))
    await migrate(fresh.database, doubled)
    expect(await columns()).toEqual(columnsOf(doubled))
    expect(await amounts(doubled)).toEqual([{ id: 1, amount: '42.00' }])
    await addSupplement(2)
    await migrate(fresh.database, app)
    expect(await columns()).toEqual(columnsOf(app))
    expect(await amounts(app)).toEqual([
      { id: 1, amount: '21.00' },
      { id: 2, amount: '21.00' },
    ])
    expect((await keptDifferences(fresh.database, app)).different).toEqual([])
  })

  it('stay as they are while the definition does', async () => {
    await fresh.database.read(sql`update "supplement.items" set "qty" = 3 where "parent" = 1 and "position" = 1`)
    await migrate(fresh.database, app)
    expect((await amounts(app))[0]).toEqual({ id: 1, amount: '21.00' })
    expect((await keptDifferences(fresh.database, app)).different).toEqual(['supplement.amount of 1: 21.00, 31.05'])
  })
})

// Cases of aggregates over lines of records, beside those of a second tenant for the same numbers.
import sql, { join } from 'sql-template-tag'
import { beforeAll, expect, it } from 'vitest'
import type { Context, RawRecord } from '../../../src/server/context/context'
import { identifier } from '../../../src/server/database/sql/identifier'
import { fieldOf, fieldSql } from '../../../src/server/query/expression/fieldSql'
import { planningOf, planningOfFew } from '../../../src/server/query/expression/planning'
import { bind } from '../../../src/server/query/expression/preparedQuery'
import { RowSource, type Planning } from '../../../src/server/query/expression/rowSource'

/** @param names aggregates of the entity "sample"; `place` has its records of the first tenant, with their values */
export function describeForeignLines(
  names: readonly string[],
  place: () => { readonly context: Context; readonly records: readonly RawRecord[] },
): void {
  // Whatever counts them gives another value.
  beforeAll(async () => {
    const { context, records } = place()
    const foreign = await context.query<{ id: number }>(
      sql`insert into "sample" ("library", "version", "createdAt", "stateAt", "state", "other")
        select 2, 1, now(), now(), 'open', "id" from "sample" returning "id"`,
    )
    expect(foreign).toHaveLength(records.length)
    for (const { id } of foreign)
      await context.query(sql`insert into "sample.items" ("library", "parent", "position", "qty", "price")
        values (2, ${id}, 0, 99, 99999), (2, ${id}, 1, null, 99999)`)
  })

  it.each<[name: string, keeping: (planning: Planning) => Planning]>([
    ['bound', (planning) => ({ ...planning, tenants: 'bound' })],
    ['joined', (planning) => ({ ...planning, tenants: 'joined' })],
    ['lateral', planningOfFew],
    ['lateral and bound', (planning) => planningOfFew({ ...planning, tenants: 'bound' })],
    ['grouped', (planning) => ({ ...planning, aggregates: 'grouped' })],
    ['grouped and joined', (planning) => ({ ...planning, aggregates: 'grouped', tenants: 'joined' })],
  ])('count none of another tenant that refers to the same number, %s', async (_, keeping) => {
    const { context, records } = place()
    const source = RowSource.of(keeping(planningOf(context.app, 'zh', true)), context.app.entities.sample!)
    const values = names.map((name) => sql`${fieldSql(source, fieldOf(source, name))} AS ${identifier(name)}`)
    const found = await context.query(
      bind(
        sql`SELECT ${source.column('id')} AS "id", ${join(values)} FROM ${source.from()}
          WHERE ${source.column('library')} = 1 ORDER BY 1`,
        { context: { ...context, tenant: 1 } },
      ),
    )
    expect(found).toEqual(
      records.map((record) => Object.fromEntries(['id', ...names].map((name) => [name, record[name]]))),
    )
  })
}

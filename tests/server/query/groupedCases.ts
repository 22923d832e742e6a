// Compares values grouped for many records with those read for each alone, over random records. Not
// a test itself; run on the library and the shipped product.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import type { Entity } from '../../../src/manifest/model/entity'
import type { Field } from '../../../src/manifest/model/field'
import type { CountedMeasure } from '../../../src/manifest/model/report'
import type { Rule } from '../../../src/manifest/model/rule'
import { identifier } from '../../../src/server/database/sql/identifier'
import { contributionsOf } from '../../../src/server/query/expression/referencePath'
import { pathSql } from '../../../src/server/query/expression/fieldSql'
import { planningOf } from '../../../src/server/query/expression/planning'
import { RowSource, type Planning } from '../../../src/server/query/expression/rowSource'
import { reportStatement } from '../../../src/server/query/report/statement'
import { scopeCondition } from '../../../src/server/query/policy/rowScope'
import { bind } from '../../../src/server/query/expression/preparedQuery'
import type { Filled } from './filled'

/** Every computed field of every entity of a product; at least so many of them are something, and are grouped. */
export function describeGroupedValues(
  app: App,
  filled: Filled,
  least: { readonly different: number; readonly grouped: number },
): void {
  const entities = Object.values(app.entities).filter((entity) => computedOf(entity).length > 0)

  function computedOf({ fields }: Entity): Field[] {
    return Object.values(fields).filter((field) => (field.aggregate || field.compute) && field.type !== 'lines')
  }

  /** The computed fields of all records of an entity, and of what they refer to. */
  async function valuesOf(
    entity: Entity,
    aggregates: Planning['aggregates'],
    within?: Sql,
  ): Promise<{ rows: unknown[]; groups: boolean }> {
    const source = RowSource.of({ ...planningOf(app, 'zh', false), aggregates }, entity)
    const references = Object.values(entity.fields)
      .filter((field) => field.type === 'ref' && !field.aggregate)
      .toSorted((one, other) => Number(Boolean(other.compute)) - Number(Boolean(one.compute)))
      .slice(0, 3)
    const paths = [
      ...computedOf(entity).map(({ name }) => [name]),
      ...references.map(({ name }) => [name, 'id']),
      ...references.flatMap((field) =>
        computedOf(app.entities[field.entity!]!)
          .slice(0, 6)
          .map(({ name }) => [field.name, name]),
      ),
    ]
    const selected = paths.map((path, at) => sql`${pathSql(source, path).value} AS ${identifier(String(at))}`)
    const list = sql`${source.column('id')} AS "id", ${join(selected, ', ')}`
    const select = within
      ? source.fromFew((names) => sql`SELECT ${join(names.map(identifier), ', ')} FROM (${within}) x`, list)
      : sql`SELECT ${list} FROM ${source.from()}`
    const rows = await filled.context.query(
      bind(sql`SELECT * FROM (${select}) y ORDER BY "id"`, { context: filled.context }),
    )
    return { rows, groups: source.hasGroups }
  }

  const summed = entities.flatMap((entity) =>
    computedOf(entity)
      .map((field) => ({ entity, field, measure: sumOf(entity, field) }))
      .filter(({ measure }) => contributionsOf(app, measure)),
  )

  /** The sum of a field over all records of an entity, by state. */
  function sumOf(entity: Entity, field: Field): CountedMeasure {
    const state: Rule = {
      source: 'state',
      node: { kind: 'name', type: 'text', scope: 'record', path: ['state'] },
      type: 'text',
      readPaths: ['state'],
    }
    return {
      name: field.name,
      title: field.title,
      type: 'money',
      aggregate: { operator: 'sum', entity: entity.name, field: field.name, readsThis: [], type: 'number' },
      dimensions: { state },
      total: true,
      hidden: false,
    }
  }

  describe('a sum of what each record has been given', () => {
    const different = new Set<string>()

    it.each(
      summed.map(({ entity, field, measure }) => [`${entity.name}.${field.name}`, entity, field, measure] as const),
    )('%s: the sum of its shares is the sum of its values', async (_, entity, field, measure) => {
      const plan = {
        axes: [entity.fields.state!],
        measures: [measure],
        filters: [],
        scope: 'all' as const,
        rows: 1_000,
      }
      const shares = await filled.context.query<{ total: boolean; g0: string | null; m0: string }>(
        bind(reportStatement(planningOf(app, 'zh', false), plan), { context: filled.context, values: [] }),
      )
      const source = RowSource.of(planningOf(app, 'zh', false), entity)
      const where = (of: RowSource) => sql` WHERE ${scopeCondition(of, 'all') ?? raw('TRUE')}`
      const each = sql`SELECT ${source.column('state')} AS "g0", ${pathSql(source, [field.name]).value} AS "v"
        FROM ${source.from()}${where(source)}`
      const values = await filled.context.query<{ g0: string | null; m0: string }>(
        bind(sql`SELECT "g0", sum("v") AS "m0" FROM (${each}) x GROUP BY "g0"`, { context: filled.context }),
      )
      const named = (rows: readonly { g0: string | null; m0: string }[]) =>
        Object.fromEntries(rows.map(({ g0, m0 }) => [String(g0), Number(m0)]))
      expect(named(shares.filter(({ total }) => !total))).toEqual(named(values))
      expect(Number(shares.find(({ total }) => total)?.m0)).toBeCloseTo(
        values.reduce((sum, { m0 }) => sum + Number(m0), 0),
        6,
      )
      if (new Set(Object.values(named(values))).size > 1) different.add(`${entity.name}.${field.name}`)
    })

    it('was more than nothing for many fields', () => expect(different.size).toBeGreaterThan(least.different))
  })

  describe('computed for many records at once', () => {
    it.each(entities.map((entity) => [entity.name, entity] as const))(
      '%s: each value is the same',
      async (_, entity) => {
        const alone = await valuesOf(entity, undefined)
        expect(alone.groups).toBe(false)
        expect((await valuesOf(entity, 'grouped')).rows).toEqual(alone.rows)
        expect((await valuesOf(entity, 'lateral')).rows).toEqual(alone.rows)
      },
    )

    it.each(entities.map((entity) => [entity.name, entity] as const))(
      '%s: each value of some of them is the same',
      async (_, entity) => {
        const some = sql`SELECT * FROM ${identifier(entity.name)} WHERE "id" % 3 = 1`
        expect((await valuesOf(entity, 'grouped', some)).rows).toEqual((await valuesOf(entity, undefined, some)).rows)
      },
    )

    it.each(['grouped', 'lateral'] as const)('%s: not every value is a subselect of its own', async (aggregates) => {
      const joined = await Promise.all(entities.map(async (entity) => (await valuesOf(entity, aggregates)).groups))
      expect(joined.filter(Boolean).length).toBeGreaterThan(least.grouped)
    })
  })
}

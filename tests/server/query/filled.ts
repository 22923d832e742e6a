// The tables of a product with records filled at random, empty references and foreign tenants among
// them, on which two ways of computing must agree.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import type { Entity } from '../../../src/manifest/model/entity'
import type { Field } from '../../../src/manifest/model/field'
import type { Caller, Context } from '../../../src/server/context/context'
import { accountTableSql } from '../../../src/server/database/sql/accounts'
import { identifier } from '../../../src/server/database/sql/identifier'
import { materializedColumns } from '../../../src/server/database/sql/materializedColumns'
import { migrate } from '../../../src/server/migration/migrate'
import { tablesOf } from '../../../src/server/database/sql/tables'
import { textArray } from '../../../src/server/database/sql/literal'
import { refreshMaterializedSql } from '../../../src/server/query/records/refreshMaterialized'
import { freshDatabase, type FreshDatabase } from '../freshDatabase'

const records = 40
const tenants = 3

export type Filled = Awaited<ReturnType<typeof filledDatabase>>

/** A filled database for all tests of a file; its parts are there when they run. */
export function useFilledDatabase(app: App): Filled {
  let filled: Filled
  beforeAll(async () => {
    filled = await filledDatabase(app)
  }, 120_000)
  afterAll(() => filled?.fresh.remove())
  return {
    get fresh() {
      return filled.fresh
    },
    get context() {
      return filled.context
    },
  }
}

/** A database with 40 records of each entity, three lines each, and an administrator of the first tenant who asks. */
async function filledDatabase(app: App): Promise<{ readonly fresh: FreshDatabase; readonly context: Context }> {
  const fresh = await freshDatabase()
  await migrate(fresh.database, app)
  // A cluster reads the names of accounts from a table of the engine.
  await fresh.database.owner.query(sql`${raw(accountTableSql)}`)
  for (const [index, table] of tablesOf(app).entries()) {
    const entity = app.entities[table.entity]!
    const fields: Readonly<Record<string, Field>> = table.lines ? entity.fields[table.lines]!.fields! : entity.fields
    const { tenantEntity: tenant } = app.access.identity
    const columns = table.columns
      .filter(({ nothing }) => nothing === undefined)
      .map(({ name, type }) => ({ name, value: valueOf(app, entity, { field: fields[name], name, type }) }))
    await fresh.database.owner.transaction(async (tx) => {
      // A seed of each table's own keeps the tables from following one another value by value.
      await tx.query(sql`select setseed(${1 / (index + 2)}::float8)`)
      for (const { indexname } of await tx.query<{ indexname: string }>(
        sql`select i.relname as "indexname" from pg_index x join pg_class i on i.oid = x.indexrelid
          where x.indrelid = ${`"${table.name}"`}::regclass and x.indisunique and not x.indisprimary`,
      ))
        await tx.query(sql`drop index ${identifier(indexname)}`)
      // Lines of one record stand at different places, and some of a record that belongs to another tenant.
      await tx.query(
        sql`insert into ${identifier(table.name)} (${join(
          columns.map(({ name }) => identifier(name)),
          ', ',
        )}) select ${join(
          columns.map(({ name, value }) =>
            name === tenant && app.entities[table.entity]!.perTenant ? raw(`1 + i % ${tenants}`) : value,
          ),
          ', ',
        )} from generate_series(1, ${records * (table.lines ? 3 : 1)}::int) as i`,
      )
    })
  }
  for (const entity of Object.values(app.entities)) {
    const kept = [...materializedColumns(entity).values()]
    if (kept.length > 0) await fresh.database.transaction((tx) => tx.query(refreshMaterializedSql(app, entity, kept)))
  }
  const caller = {
    me: { id: 2 },
    tenant: { id: 1 },
    codes: new Set(),
    scope: 'all',
    administrator: true,
    disabled: new Set(),
    reasons: new Map(),
    language: 'zh',
    system: false,
  } as unknown as Caller
  return {
    fresh,
    context: { app, caller, now: new Date('2024-02-28T17:30:15.250Z'), query: fresh.database.query } as Context,
  }
}

interface FilledColumn {
  readonly field: Field | undefined
  readonly name: string
  readonly type: string
}

function valueOf(app: App, entity: Entity, { field, name, type }: FilledColumn): Sql {
  if (name === 'id' || name === 'position') return raw('i')
  if (name === 'version') return raw('1')
  if (name === 'parent') return raw(`1 + i % ${records}`)
  if (name === 'state')
    return sql`(${textArray(Object.keys(entity.states))})[1 + floor(random() *
      ${raw(String(Object.keys(entity.states).length))})]`
  if (name === 'createdAt' || name === 'stateAt') return raw(`timestamptz '2024-02-01' + random() * interval '40 days'`)
  const given =
    field?.type === 'choice'
      ? sql`(${textArray(app.dictionaries[field.dictionary!]?.items.map(({ code }) => code) ?? [])})[1 + floor(random()
        * 4)]`
      : raw(typed(field, type))
  return sql`case when random() < 0.8 then ${given} end`
}

function typed(field: Field | undefined, type: string): string {
  if (field?.type === 'ref') return `1 + floor(random() * ${records})::bigint`
  if (type === 'jsonb')
    return field?.type === 'files' ? `'[]'::jsonb` : field?.localized ? `'["a", "b"]'::jsonb` : `'{"city": "c"}'::jsonb`
  if (type.startsWith('numeric')) return '(floor(random() * 10000) / 100)::numeric'
  if (type === 'bigint') return 'floor(random() * 40)::bigint'
  if (type === 'date') return `date '2024-02-01' + floor(random() * 40)::int`
  if (type === 'boolean') return 'random() < 0.5'
  return type === 'text'
    ? `'t' || floor(random() * 20)::int`
    : `timestamptz '2024-02-01' + random() * interval '40 days'`
}

// How are records of any entity made up? By their manifest: every stored field gets values of its type in a believable
// spread, references lead to records
// of the same tenant, and what belongs to another record (its anchor) takes over the references that both have. The
// same in every run, made inside PostgreSQL.
import type { PoolClient } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../../../src/manifest/model/app'
import type { Entity } from '../../../src/manifest/model/entity'
import type { Field } from '../../../src/manifest/model/field'
import { identifier } from '../../../src/server/database/sql/identifier'
import { linesTableName, storedFields } from '../../../src/server/database/sql/tables'
import { numberConstant, textArray, textConstant } from '../../../src/server/database/sql/literal'

export interface Lot {
  readonly entity: string
  readonly count: number
  /** The entity to whose records they belong; absent: the first reference to one of which there are many. */
  readonly anchor?: string
  /**
   * Expressions in place of made-up values; `d.i` counts, `d.a` is the anchor's record and `d.at` the moment of making.
   */
  readonly values?: Readonly<Record<string, string>>
  /** How many lines a record has in a field of lines. */
  readonly lines?: Readonly<Record<string, number>>
}

/** Settings of the connection that fills tables: a lot may take longer than any statement of the server may. */
export const forFilling = raw(
  `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB';
  set work_mem = '64MB'; set timezone = 'Asia/Shanghai'`,
)

/**
 * `pick` is a number from 0 below 1 that depends on its two arguments only; `skew` prefers the low ones; a `moment` is
 * never in the future.
 */
export const helpers = raw(`
  create or replace function pg_temp.pick(i bigint, salt int) returns float8 language sql immutable parallel safe return
    (hashint8extended(i, salt) & 1073741823)::float8 / 1073741824.0;
  create or replace function pg_temp.skew(i bigint, salt int,
  n int) returns int language sql immutable parallel safe return
    1 + floor(n * ((hashint8extended(i, salt) & 1073741823)::float8 / 1073741824.0) ^ 1.6)::int;
  create or replace function pg_temp.moment(at timestamptz) returns timestamptz language sql stable return date_trunc('second', least(now(), at));`)

const many = 1_000
/** Tenants that have records, as `people` makes them. */
const tenants = 10

interface Anchor {
  readonly entity: Entity
  readonly field?: string
  readonly count: number
}
interface Column {
  readonly name: string
  readonly value: Sql
  /** A small entity from whose records one of the tenant is taken. */ readonly from?: string
}

/** Adds a lot; its records are numbered on from those that are there. */
export async function addRecords(client: PoolClient, app: App, lot: Lot): Promise<void> {
  const entity = app.entities[lot.entity]!
  const tenant = identifier(app.access.identity.tenantEntity)
  const first = await lastOf(client, entity.name)
  const columns = columnsOf(app, entity, lot, await anchorOf(client, app, entity, lot))
  const small = [...new Set(columns.flatMap(({ from }) => from ?? []))]
  const pools = small.map(
    (name) =>
      sql` left join (select ${app.entities[name]!.perTenant ? tenant : raw('null::bigint')} as "tenant",
        array_agg("id" order by "id") as "ids" from ${identifier(name)} group by 1) as ${poolOf(name)}
        on ${poolOf(name)}."tenant" is null or ${poolOf(name)}."tenant" = d."tenant"`,
  )
  const drawn = drawnFrom(app, lot.count, first, await anchorOf(client, app, entity, lot))
  await client.query(sql`
    insert into ${identifier(entity.name)} (${join(
      columns.map(({ name }) => identifier(name)),
      ', ',
    )})
    select ${join(
      columns.map(({ value }) => value),
      ', ',
    )} from (${drawn}) as d${pools.length > 0 ? join(pools, '') : raw('')}`)
  for (const [name, count] of Object.entries(lot.lines ?? {})) await addLines(client, app, entity, name, count, first)
}

async function lastOf(client: PoolClient, name: string): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    sql`select coalesce(max("id"), 0) as "last" from ${identifier(name)}`,
  )
  return Number(rows[0]!.last)
}

async function anchorOf(client: PoolClient, app: App, entity: Entity, { anchor }: Lot): Promise<Anchor | undefined> {
  for (const field of storedFields(entity.fields)) {
    if (
      field.type !== 'ref' ||
      field.system ||
      (anchor !== undefined && field.entity !== anchor) ||
      !app.entities[field.entity!]!.perTenant
    )
      continue
    const count = await lastOf(client, field.entity!)
    if (count >= many) return { entity: app.entities[field.entity!]!, field: field.name, count }
  }
  return anchor === undefined ? undefined : { entity: app.entities[anchor]!, count: await lastOf(client, anchor) }
}

/** The rows that are to be filled: `i`, the tenant, the moment of making and the anchor. */
function drawnFrom(app: App, count: number, first: number, anchor: Anchor | undefined): Sql {
  const tenant = app.access.identity.tenantEntity
  if (anchor)
    return sql`
    select ${first}::bigint + n as "i", a.${identifier(tenant)} as "tenant", a as "a",
    pg_temp.moment(a."createdAt" + pg_temp.pick(${first}::bigint + n, 91) * interval '60 days') as "at"
    from generate_series(1, ${count}::bigint) as n join ${identifier(anchor.entity.name)} as a
    on a."id" = 1 + (n - 1) * ${anchor.count}::bigint / ${count}::bigint`
  return sql`
    select ${first}::bigint + n as "i", pg_temp.skew(n, 92, ${tenants})::bigint as "tenant",
    date_trunc('second', now() - interval '1 hour' - (1 - n / ${count}::float8) ^ 1.4 * interval '3 years') as "at"
    from generate_series(1, ${count}::bigint) as n`
}

function columnsOf(app: App, entity: Entity, { values = {} }: Lot, anchor: Anchor | undefined): Column[] {
  const { tenantEntity: tenant } = app.access.identity
  const fixed: Record<string, Sql> = {
    id: raw('d."i"'),
    version: raw('1'),
    [tenant]: raw('d."tenant"'),
    createdAt: raw('d."at"'),
    stateAt: raw(`pg_temp.moment(d."at" + pg_temp.pick(d."i", 93) ^ 2 * interval '40 days')`),
    no: sql`${textConstant(entity.numberPrefix ?? '')} || to_char(d."at", 'YYMMDD') || '9' || lpad(d."i"::text, 8,
      '0')`,
    state: stateOf(entity),
  }
  const columns = storedFields(entity.fields).map((field, at): Column => {
    const { name } = field
    if (values[name] !== undefined) return { name, value: raw(values[name]) }
    if (fixed[name]) return { name, value: fixed[name] }
    return { name, ...valueOf(app, entity, field, 100 + at, anchor) }
  })
  return [
    ...columns,
    ...Object.keys(fixed)
      .filter(
        (name) =>
          ['id', 'version', ...(entity.perTenant ? [tenant] : [])].includes(name) &&
          !columns.some((column) => column.name === name),
      )
      .map((name) => ({ name, value: fixed[name]! })),
  ]
}

// Most records of a trade are done; what is done is green.
function stateOf({ states }: Entity): Sql {
  const all = Object.values(states)
  const done = all.filter(({ color: colour }) => colour === 'green').map(({ name }) => name)
  const others = all.filter(({ color: colour }) => colour !== 'green').map(({ name }) => name)
  const one = (names: readonly string[], salt: number) =>
    sql`(${textArray(names)})[pg_temp.skew(d."i", ${raw(String(salt))}, ${raw(String(names.length))})]`
  if (done.length === 0 || others.length === 0)
    return one(
      all.map(({ name }) => name),
      94,
    )
  return sql`case when pg_temp.pick(d."i", 95) < 0.7 then ${one(done, 94)} else ${one(others, 94)} end`
}

function valueOf(
  app: App,
  entity: Entity,
  field: Field,
  salt: number,
  anchor: Anchor | undefined,
): Pick<Column, 'value' | 'from'> {
  if (field.type !== 'ref') return { value: plainValue(app, entity, field, salt, 'd."i"') }
  if (anchor?.field === field.name) return { value: raw('(d."a")."id"') }
  const target = app.entities[field.entity!]!
  const inherited = anchor?.entity.fields[field.name]
  const taken =
    inherited?.stored && inherited.entity === field.entity
      ? sql`(d."a").${identifier(field.name)}`
      : raw('null::bigint')
  // Of what there is much, nothing is chosen at random: it belongs to another account.
  if (!smallEntities(app).has(target.name)) return { value: taken }
  const pool = sql`${poolOf(target.name)}."ids"`
  return {
    value: sql`coalesce(${taken}, ${pool}[pg_temp.skew(d."i", ${raw(String(salt))}, cardinality(${pool}))])`,
    from: target.name,
  }
}

const poolOf = (name: string) => identifier(`all ${name}`)
const smallEntities = ({ access: { identity }, entities }: App) =>
  new Set([
    identity.accountEntity,
    identity.tenantEntity,
    entities[identity.accountEntity]!.fields[identity.unitField]!.entity!,
  ])

/** A made-up value of a type; `i` is the expression that counts. */
function plainValue(app: App, entity: Entity, field: Field, salt: number, i: string): Sql {
  const pick = `pg_temp.pick(${i}, ${salt})`
  const usual = field.default?.node.kind === 'literal' ? field.default.node.value : undefined
  const number = (most: string) =>
    usual === undefined || usual === null
      ? raw(most)
      : sql`case when ${raw(pick)} < 0.8 then ${numberConstant(String(usual))} else ${raw(most)} end`
  switch (field.type) {
    case 'choice': {
      const codes =
        app.dictionaries[field.dictionary ?? '']?.items.filter((item) => !item.retired).map((item) => item.code) ?? []
      return sql`(${textArray(codes)})[pg_temp.skew(${raw(i)}, ${raw(String(salt))}, ${raw(String(codes.length))})]`
    }
    case 'int':
      return number(`${field.min ?? 0} + floor(${pick} ^ 2 * 30)::int`)
    case 'decimal':
      return number(`round((${field.min ?? 0} + ${pick} ^ 2 * 20)::numeric, ${field.scale ?? 2})`)
    case 'money':
      return number(`10 * floor(${pick} ^ 3 * 3000)`)
    case 'boolean':
      return raw(`${pick} < 0.1`)
    case 'date':
      return raw(`(d."at" + ${pick} ^ 2 * interval '60 days')::date`)
    case 'datetime':
      return raw(`date_trunc('second', d."at" + ${pick} ^ 2 * interval '60 days')`)
    case 'mobile':
      return raw(`'138' || lpad(floor(${pick} * 100000000)::bigint::text, 8, '0')`)
    case 'files':
      return raw(`'[]'::jsonb`)
    case 'address':
      return raw(
        `jsonb_build_object('province', '四川', 'city', '成都', 'district', '武侯', 'detail', floor(${pick} * 900)::int || '号')`,
      )
    case 'text':
    case 'string':
      if (field.localized) return raw('null')
      return field.required || entity.unique.some(({ fields }) => fields.includes(field.name))
        ? sql`${textConstant(field.title.zh!)} || ${raw(i)}`
        : sql`case when ${raw(pick)} < 0.2
          then ${textConstant(field.title.zh!)} || pg_temp.skew(${raw(i)}, ${raw(String(salt))}, 500) end`
    default:
      throw new Error(`No values are made for ${entity.name}.${field.name}.`)
  }
}

async function addLines(
  client: PoolClient,
  app: App,
  entity: Entity,
  name: string,
  count: number,
  first: number,
): Promise<void> {
  const fields = storedFields(entity.fields[name]!.fields!)
  const tenant = entity.perTenant ? [app.access.identity.tenantEntity] : []
  // Half the number up to one and a half times of it, the same for a record whatever else it has.
  const values = fields.map((field, at) =>
    field.type === 'ref' ? raw('null') : plainValue(app, entity, field, 300 + at, 'd."i"'),
  )
  await client.query(sql`
    insert into ${identifier(linesTableName(entity.name, name))}
    (${join([...tenant, 'parent', 'position', ...fields.map((field) => field.name)].map(identifier), ', ')})
    select ${join([...tenant.map(() => raw('d."tenant"')), raw('d."parent"'), raw('d."position"'), ...values], ', ')}
    from (select ${entity.perTenant ? sql`r.${identifier(tenant[0]!)}` : raw('null')} as "tenant", r."id" as "parent",
    n as "position", r."id" * 1000 + n as "i", r."createdAt" as "at"
      from ${identifier(entity.name)} as r,
      generate_series(1, ceil(${count}::float8 * (0.5 + pg_temp.pick(r."id", 96)))::bigint) as n
      where r."id" > ${first}) as d`)
}

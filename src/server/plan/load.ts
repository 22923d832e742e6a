// How does the write side read records? Raw values by path, row scope on request, locks on request, and aggregates for a record that may not
// be written yet. Everything runs through the context's query, so inside a transaction it sees what that transaction has written.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Aggregate, Rule, Sort } from '../../manifest/app'
import type { Context, RawRecord } from '../context'
import { identifier } from '../database/identifier'
import { aggregateSql } from './aggregate-sql'
import { fieldNamed, labelSql, pathSql, step } from './field-sql'
import { entityNamed, Frame, planningOf } from './frame'
import { ruleCondition } from './rule-sql'
import { reachOf, scopeCondition } from './scope-sql'
import { bindOnce, type Asked } from './slot'
import { end, type Selected } from './visible-sql'

/** What is handed in for the rule. */
export type Handed = Omit<Asked, 'context' | 'values'>

export interface Load {
  readonly entity: string
  /** Paths; `path#label` for the label of a reference in the caller's language, `path#all` for both languages of a localized text. */
  readonly paths: readonly string[]
  /** All given ones must hold. `rule` has the loaded record as `record` and the handed one as `this`, whose entity is `thisEntity`. */
  readonly where: Handed & {
    readonly ids?: readonly number[]
    /** Only records with a greater id. */ readonly after?: number
    /** Only records of this tenant. */ readonly tenant?: number
    readonly rule?: Rule
    readonly thisEntity?: string
  }
  /** true: only rows that the caller's row scope reaches. */
  readonly scoped: boolean
  /** true: the rows are locked for update, in the order of their ids, before anything else is read of them. */
  readonly lock?: boolean
  readonly limit?: number
  readonly sort?: Sort
}

/**
 * Records with `id`, `version`, `state`, the tenant reference and the asked paths; unmasked, as rules read them.
 * Without `sort` in the order of their ids.
 */
export async function loadRecords(context: Context, load: Load): Promise<RawRecord[]> {
  if (!load.lock) return select(context, load, undefined)
  // Under a lock that had to be waited for, only a second statement sees sums and references as they are now.
  const locked = await context.query<{ id: number }>(lockStatement(context, load))
  if (locked.length === 0) return []
  return select(
    context,
    { ...load, where: { ...load.where, rule: undefined }, limit: undefined },
    locked.map(({ id }) => id),
  )
}

function select(context: Context, load: Load, ids: readonly number[] | undefined): Promise<RawRecord[]> {
  const frame = Frame.of(planning(context), entityNamed(context.app, load.entity))
  const columns = [...engineColumns(frame), ...load.paths]
    .filter((path, at, all) => all.indexOf(path) === at)
    .map((path) => rawColumn(frame, path))
  const condition = whereSql(context, load, frame, ids)
  const order = orderSql(frame, load.sort)
  const limit = load.limit === undefined ? raw('') : sql` LIMIT ${load.limit}`
  const list = join(
    columns.map(({ as, value }) => sql`${value} AS ${identifier(as)}`),
    ', ',
  )
  return context.query(
    bindOnce(
      sql`SELECT ${list} FROM ${frame.from()} WHERE ${condition} ORDER BY ${order}${limit}`,
      asked(context, load.where),
    ),
  )
}

function lockStatement(context: Context, load: Load): Sql {
  const frame = Frame.of(planning(context), entityNamed(context.app, load.entity))
  const condition = whereSql(context, load, frame, undefined)
  const id = frame.column('id')
  const limit = load.limit === undefined ? raw('') : sql` LIMIT ${load.limit}`
  const order = load.limit === undefined ? id : orderSql(frame, load.sort)
  return bindOnce(
    sql`SELECT ${id} AS "id" FROM ${frame.from()} WHERE ${condition} ORDER BY ${order}${limit} FOR UPDATE OF ${identifier(frame.alias)}`,
    asked(context, load.where),
  )
}

function whereSql(context: Context, { where, scoped }: Load, frame: Frame, ids: readonly number[] | undefined): Sql {
  const conditions: Sql[] = []
  for (const chosen of [ids, where.ids]) {
    if (chosen)
      conditions.push(
        chosen.length === 1
          ? sql`${frame.column('id')} = ${chosen[0]}::bigint`
          : sql`${frame.column('id')} = ANY(${[...chosen]}::bigint[])`,
      )
  }
  if (where.after !== undefined) conditions.push(sql`${frame.column('id')} > ${where.after}::bigint`)
  if (where.tenant !== undefined && frame.tenantColumn)
    conditions.push(sql`${frame.column(frame.tenantColumn)} = ${where.tenant}::bigint`)
  if (where.rule)
    conditions.push(
      ruleCondition(where.rule, { planning: frame.planning, frame, asking: { entity: where.thisEntity } }),
    )
  const scope = scoped ? scopeCondition(frame, reachOf(context.caller)) : undefined
  if (scope) conditions.push(scope)
  return conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
}

function orderSql(frame: Frame, sort: Sort | undefined): Sql {
  const id = frame.column('id')
  if (!sort) return id
  const { value } = pathSql(frame, sort.field.split('.'))
  return sort.descending ? sql`${value} DESC NULLS LAST, ${id} DESC` : sql`${value} ASC NULLS LAST, ${id}`
}

function engineColumns(frame: Frame): string[] {
  const tenant = frame.tenantColumn
  return ['id', 'version', ...(frame.entity?.fields.state ? ['state'] : []), ...(tenant ? [tenant] : [])]
}

function rawColumn(frame: Frame, path: string): Selected {
  const [plain, form] = path.split('#') as [string, string | undefined]
  if (form === undefined)
    return {
      as: path,
      value: plain === 'id' || plain === 'version' ? frame.column(plain) : pathSql(frame, plain.split('.')).value,
    }
  const { owner, field } = end(frame, plain)
  if (form === 'label' && field?.type === 'ref') return { as: path, value: labelSql(step(owner, field)) }
  if (form === 'all' && field?.stored) return { as: path, value: owner.column(fieldNamed(owner, field.name).name) }
  throw new Error(`"${path}" cannot be loaded.`)
}

/** The value of one aggregate for a record that asks (scope `this`); see `aggregateValues`. */
export async function aggregateValue(
  context: Context,
  aggregate: Aggregate,
  asking: RawRecord,
  extra: Handed & { readonly entity?: string } = {},
): Promise<unknown> {
  return (await aggregateValues(context, { value: aggregate }, asking, extra)).value
}

/**
 * The values of several aggregates in one statement, by name: counts as number, sums and averages as decimal text, existence as boolean.
 * `asking` need not be written yet; `extra.entity` is its entity, needed for own lines and for paths through references that it does not hold.
 */
export async function aggregateValues(
  context: Context,
  aggregates: Readonly<Record<string, Aggregate>>,
  asking: RawRecord,
  extra: Handed & { readonly entity?: string } = {},
): Promise<Record<string, unknown>> {
  const names = Object.keys(aggregates)
  if (names.length === 0) return {}
  const shared = planning(context)
  const values = names.map(
    (name, at) =>
      sql`${aggregateSql(aggregates[name]!, { planning: shared, asking: { entity: extra.entity } })} AS ${identifier(String(at))}`,
  )
  const [row] = await context.query<Record<string, unknown>>(
    bindOnce(sql`SELECT ${join(values, ', ')}`, asked(context, { ...extra, this: asking })),
  )
  return Object.fromEntries(names.map((name, at) => [name, row?.[String(at)] ?? null]))
}

function planning({ app, caller }: Context) {
  return planningOf(app, caller.language, caller.system)
}

function asked(context: Context, handed: Handed): Asked {
  return {
    context,
    this: handed.this,
    before: handed.before,
    input: handed.input,
    lets: handed.lets,
    period: handed.period,
  }
}

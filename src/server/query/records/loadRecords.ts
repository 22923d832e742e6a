// Loads records by id or rule: raw values by path, optional row scope and locks, aggregates.
// Aggregates work for a record that is not written yet.
// Queries run through the context, so inside a transaction they see its writes.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Aggregate, Rule, Sort } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import { type Context, type LoadedRecord, type RawRecord, boundTenant } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { aggregateSql } from '../expression/aggregateSql'
import { fieldOf, labelSql, pathSql, joinReference } from '../expression/fieldSql'
import { planningFor } from '../expression/planning'
import { RowSource } from '../expression/rowSource'
import { ruleCondition } from '../expression/ruleSql'
import { rowsInReach } from '../policy/rowScope'
import { bind, type BindingContext } from '../expression/preparedQuery'
import { pathEnd, type Selected } from '../policy/fieldAccess'

/** The values that a request provides for the rule. */
export type ProvidedValues = Omit<BindingContext, 'context' | 'values'>

interface RecordQuery {
  readonly entity: string
  /**
   * Paths; `path#label` for the label of a reference in the caller's language, `path#all` for every language of a
   * localized text.
   */
  readonly paths: readonly string[]
  /**
   * All given conditions must hold. `rule` has the loaded record as `record` and the provided one as `this`, whose
   * entity is `thisEntity`.
   */
  readonly where: ProvidedValues & {
    readonly ids?: readonly number[]
    /** Only records with a greater id. */ readonly after?: number
    /** Only records of this tenant. */ readonly tenant?: number
    readonly rule?: Rule
    readonly thisEntity?: string
  }
  /** true: only rows within the caller's row scope. */
  readonly scoped: boolean
  /**
   * true: the rows are locked for update before anything else is read of them, in the order of their ids, with `limit`
   * in that of `sort`.
   */
  readonly lock?: boolean
  readonly limit?: number
  readonly sort?: Sort
}

/**
 * Records with `id`, `version`, `state`, the tenant reference and the given paths; unmasked, as rules read them.
 * Ordered by id unless `sort` is given.
 */
export async function loadRecords(context: Context, load: RecordQuery): Promise<LoadedRecord[]> {
  if (!load.lock || areLocked(context, load)) return select(context, load, undefined)
  // After waiting for a lock, only a second statement sees current sums and references.
  const locked = await lockRows(context, load)
  if (locked.length === 0) return []
  noteLocked(context, load.entity, locked)
  return select(
    context,
    { ...load, where: { ...load.where, rule: undefined }, limit: undefined },
    locked.map(({ id }) => id),
  )
}

/** Whether this transaction has locked all of the records before, so that nothing can have changed them since. */
function areLocked({ locked }: Context, { entity, where: { ids }, limit }: RecordQuery): boolean {
  const before = locked?.get(entity)
  return before !== undefined && limit === undefined && ids !== undefined && ids.every((id) => before.has(id))
}

/** Notes what a transaction has locked. */
export function noteLocked(
  { locked }: Pick<Context, 'locked'>,
  entity: string,
  records: readonly Pick<LoadedRecord, 'id'>[],
): void {
  if (!locked) return
  const noted = locked.get(entity) ?? new Set()
  for (const { id } of records) noted.add(id)
  locked.set(entity, noted)
}

function select(context: Context, load: RecordQuery, ids: readonly number[] | undefined): Promise<LoadedRecord[]> {
  const source = RowSource.of(planningFor(context), entityOf(context.app, load.entity))
  const columns = [...engineColumns(source), ...load.paths]
    .filter((path, index, all) => all.indexOf(path) === index)
    .map((path) => rawColumn(source, path))
  const condition = whereSql(context, load, source, ids)
  const order = orderSql(source, load.sort)
  const limit = load.limit === undefined ? raw('') : sql` LIMIT ${load.limit}`
  const list = join(
    columns.map(({ as, value }) => sql`${value} AS ${identifier(as)}`),
    ', ',
  )
  return context.query(
    bind(
      sql`SELECT ${list} FROM ${source.from()} WHERE ${condition} ORDER BY ${order}${limit}`,
      bindingsFor(context, load.where),
    ),
  )
}

/**
 * The context bound to a record's tenant, on a cluster for callers of several tenants: reads of a single record go to
 * its machine.
 */
export async function withinTenantOf<C extends Context>(context: C, entity: Entity, id: number): Promise<C> {
  if (!context.distributed || !entity.perTenant || entity.view || boundTenant(context) !== undefined) return context
  const owner = identifier(context.app.access.identity.tenantEntity)
  const [row] = await context.query<{ tenant: number }>(
    sql`SELECT ${owner} AS "tenant" FROM ${identifier(entity.name)} WHERE "id" = ${id}::bigint`,
  )
  return row ? { ...context, tenant: row.tenant } : context
}

/** The ids of the locked rows. On a cluster one statement can lock only rows of one tenant. */
async function lockRows(context: Context, load: RecordQuery): Promise<readonly { readonly id: number }[]> {
  const entity = entityOf(context.app, load.entity)
  if (!context.distributed || !entity.perTenant || boundTenant(context) !== undefined)
    return context.query<{ id: number }>(lockStatement(context, load))
  const owner = context.app.access.identity.tenantEntity
  const records = await select(context, { ...load, paths: [] }, undefined)
  const locked: { id: number }[] = []
  for (const tenant of tenantsIn(records, owner)) {
    const ids = records.filter((record) => record[owner] === tenant).map(({ id }) => id)
    const loadOfTenant = { ...load, where: { ...load.where, ids }, limit: undefined }
    locked.push(...(await context.query<{ id: number }>(lockStatement({ ...context, tenant }, loadOfTenant))))
  }
  return locked
}

/** The tenants of records, in the order of all locks. */
export function tenantsIn(records: readonly RawRecord[], owner: string): number[] {
  return [...new Set(records.map((record) => Number(record[owner])))].sort((a, b) => a - b)
}

function lockStatement(context: Context, load: RecordQuery): Sql {
  const source = RowSource.of(planningFor(context), entityOf(context.app, load.entity))
  const condition = whereSql(context, load, source, undefined)
  const id = source.column('id')
  const limit = load.limit === undefined ? raw('') : sql` LIMIT ${load.limit}`
  const order = load.limit === undefined ? id : orderSql(source, load.sort)
  return bind(
    sql`SELECT ${id} AS "id"
      FROM ${source.from()}
      WHERE ${condition}
      ORDER BY ${order}${limit} FOR UPDATE OF ${identifier(source.alias)}`,
    bindingsFor(context, load.where),
  )
}

function whereSql(
  context: Context,
  { where, scoped }: RecordQuery,
  source: RowSource,
  ids: readonly number[] | undefined,
): Sql {
  const conditions: Sql[] = []
  for (const chosen of [ids, where.ids]) {
    if (chosen)
      conditions.push(
        chosen.length === 1
          ? sql`${source.column('id')} = ${chosen[0]}::bigint`
          : sql`${source.column('id')} = ANY(${[...chosen]}::bigint[])`,
      )
  }
  if (where.after !== undefined) conditions.push(sql`${source.column('id')} > ${where.after}::bigint`)
  const scope = scoped ? rowsInReach(source, context.caller) : source.sameTenant()
  // A cluster plans a statement that names its tenant twice at each execution.
  const isBound = !scoped && scope !== undefined && boundTenant(context) === where.tenant
  if (where.tenant !== undefined && source.tenantColumn && !isBound)
    conditions.push(sql`${source.column(source.tenantColumn)} = ${where.tenant}::bigint`)
  if (where.rule)
    conditions.push(
      ruleCondition(where.rule, { planning: source.planning, source, asking: { entity: where.thisEntity } }),
    )
  if (scope) conditions.push(scope)
  return conditions.length > 0 ? join(conditions, ' AND ') : raw('TRUE')
}

function orderSql(source: RowSource, sort: Sort | undefined): Sql {
  const id = source.column('id')
  if (!sort) return id
  const { value } = pathSql(source, sort.field.split('.'))
  return sort.descending ? sql`${value} DESC NULLS LAST, ${id} DESC` : sql`${value} ASC NULLS LAST, ${id}`
}

function engineColumns(source: RowSource): string[] {
  const tenant = source.tenantColumn
  return ['id', 'version', ...(source.entity?.fields.state ? ['state'] : []), ...(tenant ? [tenant] : [])]
}

function rawColumn(source: RowSource, path: string): Selected {
  const [plain, form] = path.split('#') as [string, string | undefined]
  if (form === undefined)
    return {
      as: path,
      value: plain === 'id' || plain === 'version' ? source.column(plain) : pathSql(source, plain.split('.')).value,
    }
  const { owner, field } = pathEnd(source, plain)
  if (form === 'label' && field?.type === 'ref') return { as: path, value: labelSql(joinReference(owner, field)) }
  if (form === 'all' && field?.stored) return { as: path, value: owner.column(fieldOf(owner, field.name).name) }
  throw new Error(`"${path}" cannot be loaded.`)
}

/**
 * The values of several aggregates in one statement, by name: counts as number, sums and averages as decimal text,
 * existence as boolean.
 * `asking` need not be written yet; `extra.entity` is its entity, needed for own lines and for paths through references
 * that it does not hold.
 */
export async function aggregateValues(
  context: Context,
  aggregates: Readonly<Record<string, Aggregate>>,
  asking: RawRecord,
  extra: ProvidedValues & { readonly entity?: string } = {},
): Promise<Record<string, unknown>> {
  const names = Object.keys(aggregates)
  if (names.length === 0) return {}
  const shared = planningFor(context)
  const values = names.map(
    (name, index) =>
      sql`${aggregateSql(aggregates[name]!, { planning: shared, asking: { entity: extra.entity } })} AS
        ${identifier(String(index))}`,
  )
  const [row] = await context.query<Record<string, unknown>>(
    bind(sql`SELECT ${join(values, ', ')}`, bindingsFor(context, { ...extra, this: asking })),
  )
  return Object.fromEntries(names.map((name, index) => [name, row?.[String(index)] ?? null]))
}

function bindingsFor(context: Context, handed: ProvidedValues): BindingContext {
  return {
    context,
    this: handed.this,
    before: handed.before,
    input: handed.input,
    vars: handed.vars,
    period: handed.period,
  }
}

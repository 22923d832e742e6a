// Builds the condition on the rows that a caller reaches, for reads and (by loadRecords) writes.
import sql, { join, type Sql } from 'sql-template-tag'
import { entityOf } from '../../../manifest/model/app'
import type { Entity, SelfThrough } from '../../../manifest/model/entity'
import type { Rule } from '../../../manifest/model/rule'
import type { ScopeName } from '../../../manifest/model/access'
import { statesOf } from '../../../manifest/expression/possibleStates'
import type { Caller, Context } from '../../context/context'
import { pathSql } from '../expression/fieldSql'
import { RowSource, tenantParameter } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { ruleCondition } from '../expression/ruleSql'

/** The row scope of a caller; a screen may widen it to the whole tenant. */
export function effectiveRowScope(caller: Pick<Caller, 'scope' | 'system'>, widened?: 'tenant'): ScopeName {
  if (caller.system) return 'all'
  return widened === 'tenant' && caller.scope !== 'all' ? 'tenant' : caller.scope
}

/** Whether a scope may leave out records of the caller's tenant. */
export function isScopeNarrowed({ perTenant, rowScope }: Entity, scope: ScopeName): boolean {
  return perTenant && narrowing(rowScope, scope).length > 0
}

/**
 * The number of scope branches that have an index each to read rows in order of creation; 1 where one read suffices.
 * Each branch is read separately: PostgreSQL would otherwise scan the rows of all callers, or sort all of this
 * caller's.
 */
export function scopeBranches(source: RowSource, scope: ScopeName): number {
  const { entity } = source
  if (!entity?.perTenant || entity.view || entity.rowScope.everyTenantWhere || scope === 'all') return 1
  return narrowing(entity.rowScope, scope).every(({ path }) => entity.fields[path]?.stored)
    ? Math.max(1, branchesSql(source, entity, scope).length)
    : 1
}

/**
 * The condition on the rows of a source; undefined when all are reached. `branch`: only the rows of one of the ways to
 * reach some, see `scopeBranches`.
 *
 *     where AND (everyTenantWhere OR (own tenant AND (self or unit path OR selfThrough OR tenantWhere)))
 *
 * `self` and `unit` use the paths of the entity, `self` those of the unit where it has none of its own. Without any and
 * with `tenant`, the whole tenant is reached. `all` keeps only `where`, the system nothing. A record out of scope
 * counts as missing.
 */
export function scopeCondition(source: RowSource, scope: ScopeName, branch?: number): Sql | undefined {
  const { entity, planning } = source
  const inScope = rowsCondition(source, scope, branch)
  // This condition applies to every row scope; only the system, which maintains such rows, is exempt.
  if (!entity?.rowScope.where || planning.system) return inScope
  const where = ruleCondition(entity.rowScope.where, { planning, source })
  return inScope ? sql`${inScope} AND ${where}` : where
}

/** The condition on the rows of a source that a caller reaches; a screen may widen it to the whole tenant. */
export function rowsInReach(
  source: RowSource,
  caller: Pick<Caller, 'scope' | 'system'>,
  widened?: 'tenant',
): Sql | undefined {
  return scopeCondition(source, effectiveRowScope(caller, widened))
}

function rowsCondition(source: RowSource, scope: ScopeName, branch: number | undefined): Sql | undefined {
  const { entity, planning } = source
  const ownRows = ownCondition(source, scope, branch)
  return ownRows && entity?.rowScope.everyTenantWhere
    ? sql`(${ownRows} OR ${ruleCondition(entity.rowScope.everyTenantWhere, { planning, source })})`
    : ownRows
}

function ownCondition(source: RowSource, scope: ScopeName, branch: number | undefined): Sql | undefined {
  const { entity, tenantColumn } = source
  // Unrestricted, except on a cluster, where each table of a statement must name the tenant.
  if (!entity || scope === 'all' || !tenantColumn) return source.sameTenant()
  const tenant = sql`${source.column(tenantColumn)} = ${tenantParameter(callersTenant)}`
  const sqls = branchesSql(source, entity, scope)
  if (sqls.length === 0) return tenant
  return sql`${tenant} AND (${branch === undefined ? join(sqls, ' OR ') : sqls[branch]!})`
}

/** Records of an entity, seen from a record that their field refers to. */
interface Referring {
  readonly entity: Entity
  readonly field: string
  /** States of all of them; absent: any. */
  readonly states?: readonly string[]
  /** Whether the caller creates such records and so reaches them without this reference. */
  readonly creates: boolean
}

/**
 * A condition that the rows of a source must meet for a referring record to be reachable; undefined if another path
 * than the reference may lead to the caller.
 */
export function referringScope(source: RowSource, scope: ScopeName, referring: Referring): Sql | undefined {
  const { entity, field, states, creates } = referring
  const { everyTenantWhere, tenantWhere } = entity.rowScope
  if (!entity.perTenant || scope === 'all' || everyTenantWhere) return undefined
  if (scope === 'self' && entity.rowScope.selfThrough.length > 0) return undefined
  if (tenantWhere && mayHold(states, entity, tenantWhere)) return undefined
  const paths = narrowing(entity.rowScope, scope).filter(({ path }) => creates || path !== 'createdBy')
  const isThrough = (path: string) => path === field || path.startsWith(`${field}.`)
  if (paths.length === 0 || !paths.every(({ path }) => isThrough(path))) return undefined
  const sqls = paths.map(({ path, by }) => {
    const reached = path === field ? source.column('id') : pathSql(source, path.split('.').slice(1)).value
    return sql`${reached} = ${callerValue(source, by)}`
  })
  return sql`(${join(sqls, ' OR ')})`
}

/** Alternative conditions within the tenant; none if all of it is reached. */
function branchesSql(source: RowSource, entity: Entity, scope: ScopeName): Sql[] {
  const paths = narrowing(entity.rowScope, scope)
  if (paths.length === 0) return []
  const branches = paths.map(
    ({ path, by }) => sql`${pathSql(source, path.split('.')).value} = ${callerValue(source, by)}`,
  )
  if (scope === 'self') branches.push(...entity.rowScope.selfThrough.map((through) => throughSql(source, through)))
  const { tenantWhere } = entity.rowScope
  if (tenantWhere && mayHold(source.states, entity, tenantWhere))
    branches.push(ruleCondition(tenantWhere, { planning: source.planning, source }))
  return branches
}

/** Rows that a record of another entity hands to the caller. */
function throughSql(source: RowSource, { entity, referenceField, accountField, where }: SelfThrough): Sql {
  const { planning } = source
  const records = RowSource.of(planning, entityOf(planning.app, entity))
  const conditions = [
    sql`${records.column(planning.app.access.identity.tenantEntity)} = ${tenantParameter(callersTenant)}`,
    sql`${records.column(accountField)} = ${callerValue(source, 'self')}`,
    ...(where ? [ruleCondition(where, { planning, source: records })] : []),
  ]
  return sql`${source.column('id')} IN (SELECT ${records.column(referenceField)} FROM ${records.from()}
    WHERE ${join(conditions, ' AND ')})`
}

const callersTenant = ({ caller }: Context) => caller.tenant.id

function callerValue({ planning }: RowSource, by: 'self' | 'unit'): Sql {
  const { unitField: unit } = planning.app.access.identity
  return parameter('record', ({ context: { caller } }) => (by === 'self' ? caller.me.id : caller.me[unit]))
}

// Rows that are never in the states of the rule need no such condition: it would keep PostgreSQL from using the other
// indexes.
function mayHold(states: RowSource['states'], entity: Entity, rule: Rule): boolean {
  if (!states) return true
  const possible = statesOf(rule.node, Object.keys(entity.states))
  return states.some((state) => possible.has(state))
}

/** The paths that narrow within the tenant; none: all of it is reached. */
function narrowing(
  { unitFields, selfFields }: Pick<Entity['rowScope'], 'unitFields' | 'selfFields'>,
  scope: ScopeName,
) {
  const byUnit = unitFields.map((path) => ({ path, by: 'unit' as const }))
  if (scope === 'unit') return byUnit
  if (scope !== 'self') return []
  return selfFields.length > 0 ? selfFields.map((path) => ({ path, by: 'self' as const })) : byUnit
}

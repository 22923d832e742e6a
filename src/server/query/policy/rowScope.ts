// Decides which rows of an entity a caller reaches. Lists, single records and writes add it.
// ((own tenant and (a self or unit path leads to the caller, or `tenantWhere`)) or `everyTenantWhere`) and `where`: of
// scope `all` only `where` is left, of the system nothing. A record out of scope is treated as missing.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import type { Rule } from '../../../manifest/model/rule'
import type { ScopeName } from '../../../manifest/model/access'
import { statesOf } from '../../../manifest/expression/possibleStates'
import type { Caller } from '../../context/context'
import { pathSql } from '../expression/fieldSql'
import type { RowSource } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { ruleCondition } from '../expression/ruleSql'

/** The row scope of a caller; a screen may widen it to the whole tenant. */
export function effectiveRowScope(caller: Pick<Caller, 'scope' | 'system'>, widened?: 'tenant'): ScopeName {
  if (caller.system) return 'all'
  return widened === 'tenant' && caller.scope !== 'all' ? 'tenant' : caller.scope
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

/** The condition on the rows of a source; undefined when all are reached. `branch`: only the rows of one branch. */
export function scopeCondition(source: RowSource, scope: ScopeName, branch?: number): Sql | undefined {
  const { entity, planning } = source
  const within = rowsCondition(source, scope, branch)
  // No row scope is exempt from this condition; only the system is, which has to maintain such rows.
  if (!entity?.rowScope.where || planning.system) return within
  const only = ruleCondition(entity.rowScope.where, { planning, source })
  return within ? sql`${within} AND ${only}` : only
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
  // No restriction but on a cluster, where each table of a statement has to name the tenant.
  if (!entity || scope === 'all' || !tenantColumn) return source.sameTenant()
  const tenant = sql`${source.column(tenantColumn)} = ${parameter('record', ({ context }) => context.caller.tenant.id)}`
  const sqls = branchesSql(source, entity, scope)
  if (sqls.length === 0) return tenant
  return sql`${tenant} AND (${branch === undefined ? join(sqls, ' OR ') : sqls[branch]!})`
}

/** Alternative conditions within the tenant; none where all of it is reached. */
function branchesSql(source: RowSource, entity: Entity, scope: ScopeName): Sql[] {
  const paths = narrowing(entity.rowScope, scope)
  if (paths.length === 0) return []
  const { unitField: unit } = source.planning.app.access.identity
  const branches = paths.map(({ path, by }) => {
    const value =
      by === 'self'
        ? parameter('record', ({ context }) => context.caller.me.id)
        : parameter('record', ({ context }) => context.caller.me[unit])
    return sql`${pathSql(source, path.split('.')).value} = ${value}`
  })
  const { tenantWhere: open } = entity.rowScope
  if (open && mayHold(source, entity, open)) branches.push(ruleCondition(open, { planning: source.planning, source }))
  return branches
}

// Rows that are never in the open states need no such condition: it would keep PostgreSQL from using the other indexes.
function mayHold({ states }: RowSource, entity: Entity, open: Rule): boolean {
  if (!states) return true
  const possible = statesOf(open.node, Object.keys(entity.states))
  return states.some((state) => possible.has(state))
}

// An entity without fields for the caller's scope is narrowed by the next wider one that has some: self by the unit.
// Where there are no fields of units either, only the tenant is left, and callers of a unit reach all of it.
function narrowing(
  {
    unitFields: unit,
    selfFields: self,
  }: { readonly unitFields: readonly string[]; readonly selfFields: readonly string[] },
  scope: ScopeName,
) {
  const units = unit.map((path) => ({ path, by: 'unit' as const }))
  if (scope === 'unit') return units
  if (scope !== 'self') return []
  return self.length > 0 ? self.map((path) => ({ path, by: 'self' as const })) : units
}

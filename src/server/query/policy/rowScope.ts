// Decides which rows of an entity a caller reaches; nothing else decides it.
// Own tenant, then own unit or own records, then rows open to the tenant or shared by all, all limited by the entity's
// `where`. The system reaches everything; a record out of reach is treated as missing.
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
export function scopeBranches(source: RowSource, reach: ScopeName): number {
  const { entity } = source
  if (!entity?.perTenant || entity.view || entity.rowScope.everyTenantWhere || reach === 'all') return 1
  return narrowing(entity.rowScope, reach).every(({ path }) => entity.fields[path]?.stored)
    ? Math.max(1, waysSql(source, entity, reach).length)
    : 1
}

/** The condition on the rows of a source; undefined when all are reached. `way`: only the rows of one branch. */
export function scopeCondition(source: RowSource, reach: ScopeName, way?: number): Sql | undefined {
  const { entity, planning } = source
  const within = reachCondition(source, reach, way)
  // No row scope is exempt from this condition; only the system is, which has to maintain such rows.
  if (!entity?.rowScope.where || planning.system) return within
  const only = ruleCondition(entity.rowScope.where, { planning, frame: source })
  return within ? sql`${within} AND ${only}` : only
}

function reachCondition(source: RowSource, reach: ScopeName, way: number | undefined): Sql | undefined {
  const { entity, planning } = source
  const ownRows = ownCondition(source, reach, way)
  return ownRows && entity?.rowScope.everyTenantWhere
    ? sql`(${ownRows} OR ${ruleCondition(entity.rowScope.everyTenantWhere, { planning, frame: source })})`
    : ownRows
}

function ownCondition(source: RowSource, reach: ScopeName, way: number | undefined): Sql | undefined {
  const { entity, tenantColumn } = source
  if (!entity || reach === 'all' || !tenantColumn) return source.together()
  const tenant = sql`${source.column(tenantColumn)} = ${parameter('record', ({ context }) => context.caller.tenant.id)}`
  const sqls = waysSql(source, entity, reach)
  if (sqls.length === 0) return tenant
  return sql`${tenant} AND (${way === undefined ? join(sqls, ' OR ') : sqls[way]!})`
}

/** Alternative conditions within the tenant; none where all of it is reached. */
function waysSql(source: RowSource, entity: Entity, reach: ScopeName): Sql[] {
  const paths = narrowing(entity.rowScope, reach)
  if (paths.length === 0) return []
  const { unitField: unit } = source.planning.app.access.identity
  const ways = paths.map(({ path, by }) => {
    const value =
      by === 'self'
        ? parameter('record', ({ context }) => context.caller.me.id)
        : parameter('record', ({ context }) => context.caller.me[unit])
    return sql`${pathSql(source, path.split('.')).value} = ${value}`
  })
  const { tenantWhere: open } = entity.rowScope
  if (open && mayHold(source, entity, open))
    ways.push(ruleCondition(open, { planning: source.planning, frame: source }))
  return ways
}

// Rows that are never in the open states need no such condition: it would keep PostgreSQL from using the other indexes.
function mayHold({ states }: RowSource, entity: Entity, open: Rule): boolean {
  if (!states) return true
  const possible = statesOf(open.node, Object.keys(entity.states))
  return states.some((state) => possible.has(state))
}

// An entity without fields for the caller's own scope is narrowed by the next wider one, never by none that exists.
function narrowing(
  {
    unitFields: unit,
    selfFields: self,
  }: { readonly unitFields: readonly string[]; readonly selfFields: readonly string[] },
  reach: ScopeName,
) {
  const units = unit.map((path) => ({ path, by: 'unit' as const }))
  if (reach === 'unit') return units
  if (reach !== 'self') return []
  return self.length > 0 ? self.map((path) => ({ path, by: 'self' as const })) : units
}

// Which rows of an entity does a caller reach? The one place that says it: own tenant, then own unit or own records, then what is open to all or
// shared by every tenant, and of these only what the entity shows at all. The system reaches everything; a record out of reach is as if it did not exist.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Entity, Rule, ScopeName } from '../../manifest/app'
import { statesOf } from '../../manifest/derive/ruleStates'
import type { Caller } from '../context'
import { pathSql } from './field-sql'
import type { Frame } from './frame'
import { parameter } from './name-sql'
import { ruleCondition } from './rule-sql'

/** The row scope that a caller works with; a screen may widen it to the whole tenant. */
export function reachOf(caller: Pick<Caller, 'scope' | 'system'>, widened?: 'tenant'): ScopeName {
  if (caller.system) return 'all'
  return widened === 'tenant' && caller.scope !== 'all' ? 'tenant' : caller.scope
}

/**
 * In how many ways rows may be reached that have an index each, by which they are read in the order of their making; 1 where they are read in one go.
 * Each of several ways is read for itself: PostgreSQL would else look through all that anybody reaches, or sort all that the caller reaches.
 */
export function waysOf(frame: Frame, reach: ScopeName): number {
  const { entity } = frame
  if (!entity?.tenant || entity.view || entity.scope.shared || reach === 'all') return 1
  return narrowing(entity.scope, reach).every(({ path }) => entity.fields[path]?.stored)
    ? Math.max(1, waysSql(frame, entity, reach).length)
    : 1
}

/** The condition on the rows of a frame; nothing when all are reached. `way`: only those reached in one of several ways. */
export function scopeCondition(frame: Frame, reach: ScopeName, way?: number): Sql | undefined {
  const { entity, planning } = frame
  const within = reachCondition(frame, reach, way)
  // No scope is wide enough to get around this one; only the system, which has to keep such rows, does.
  if (!entity?.scope.only || planning.system) return within
  const only = ruleCondition(entity.scope.only, { planning, frame })
  return within ? sql`${within} AND ${only}` : only
}

function reachCondition(frame: Frame, reach: ScopeName, way: number | undefined): Sql | undefined {
  const { entity, planning } = frame
  const own = ownCondition(frame, reach, way)
  return own && entity?.scope.shared ? sql`(${own} OR ${ruleCondition(entity.scope.shared, { planning, frame })})` : own
}

function ownCondition(frame: Frame, reach: ScopeName, way: number | undefined): Sql | undefined {
  const { entity, tenantColumn } = frame
  if (!entity || reach === 'all' || !tenantColumn) return undefined
  const tenant = sql`${frame.column(tenantColumn)} = ${parameter('record', ({ context }) => context.caller.tenant.id)}`
  const own = waysSql(frame, entity, reach)
  if (own.length === 0) return tenant
  return sql`${tenant} AND (${way === undefined ? join(own, ' OR ') : own[way]!})`
}

/** The conditions of which one is enough within the tenant; none where all of it is reached. */
function waysSql(frame: Frame, entity: Entity, reach: ScopeName): Sql[] {
  const paths = narrowing(entity.scope, reach)
  if (paths.length === 0) return []
  const { unit } = frame.planning.app.access.identity
  const ways = paths.map(({ path, by }) => {
    const value =
      by === 'self'
        ? parameter('record', ({ context }) => context.caller.me.id)
        : parameter('record', ({ context }) => context.caller.me[unit])
    return sql`${pathSql(frame, path.split('.')).value} = ${value}`
  })
  const { open } = entity.scope
  if (open && mayHold(frame, entity, open)) ways.push(ruleCondition(open, { planning: frame.planning, frame }))
  return ways
}

// What is open only in states that these rows are never in would only keep PostgreSQL from using the indexes of the others.
function mayHold({ states }: Frame, entity: Entity, open: Rule): boolean {
  if (!states) return true
  const possible = statesOf(open.node, Object.keys(entity.states))
  return states.some((state) => possible.has(state))
}

// An entity without paths for the caller's own scope is narrowed by those of the next wider one, never by none that exists.
function narrowing(
  { unit, self }: { readonly unit: readonly string[]; readonly self: readonly string[] },
  reach: ScopeName,
) {
  const units = unit.map((path) => ({ path, by: 'unit' as const }))
  if (reach === 'unit') return units
  if (reach !== 'self') return []
  return self.length > 0 ? self.map((path) => ({ path, by: 'self' as const })) : units
}

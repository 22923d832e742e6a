// Locks the other records that a transition's `lock` names, so that they cannot change meanwhile.
// All transitions lock in the order of entities and ids, so that two of them wait instead of deadlocking.
import sql, { type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { idOf } from '../../../manifest/expression/values/value'
import { identifier } from '../../database/sql/identifier'
import { tenantsIn } from '../../query/records/loadRecords'
import type { ValueResolver } from '../state/valueResolver'
import type { TransitionStep } from '../state/step'
import { tenantField, type TransitionBatch, type WriteContext } from '../state/writeContext'

/** Locks the named references of all steps; drops cached values if anything had to be locked. */
export async function lockReferences(
  context: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<void> {
  const { lock } = batch.transition
  if (lock.length === 0) return
  const recordPaths = lock.filter((path) => path !== 'me' && !path.startsWith('input.'))
  await resolver.prepare(steps.map(({ names }) => ({ names, values: recordPaths })))
  const ids = new Map<string, Set<number>>()
  for (const step of steps) {
    for (const path of lock) {
      const { entity, id } = lockedBy(context, resolver, batch, { step, path })
      if (id !== null) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
    }
  }
  if (ids.size === 0) return
  for (const name of [...ids.keys()].sort()) {
    const requested = [...ids.get(name)!].sort((a, b) => a - b)
    await lockRecords(context, context.app.entities[name]!, requested)
  }
  // A lock may have been waited for: only values read from here on are current.
  context.facts.forgetAll()
}

// On a cluster, one statement can lock only records of one tenant.
async function lockRecords(context: WriteContext, entity: Entity, ids: readonly number[]): Promise<void> {
  const owner = tenantField(context.app, entity)
  const requested = sql`"id" = ANY(${[...ids]}::bigint[])`
  const lock = (condition: Sql) =>
    context.query(sql`SELECT 1 FROM ${identifier(entity.name)} WHERE ${condition} ORDER BY "id" FOR UPDATE`)
  const within = (tenant: number) => sql`${identifier(owner!)} = ${tenant}::bigint AND ${requested}`
  if (!owner || (context.tenant === undefined && !context.distributed)) await lock(requested)
  else if (context.tenant !== undefined) await lock(within(context.tenant))
  else {
    const rows = await context.query(
      sql`SELECT DISTINCT ${identifier(owner)} FROM ${identifier(entity.name)} WHERE ${requested}`,
    )
    for (const tenant of tenantsIn(rows, owner)) await lock(within(tenant))
  }
}

/** The record that a path of `lock` leads to. */
function lockedBy(
  { app }: WriteContext,
  resolver: ValueResolver,
  { entity, transition, caller }: TransitionBatch,
  { step, path }: { readonly step: TransitionStep; readonly path: string },
): { entity: string; id: number | null } {
  if (path === 'me') return { entity: app.access.identity.accountEntity, id: idOf(caller.me.id) }
  if (path.startsWith('input.')) {
    const name = path.slice('input.'.length)
    return { entity: transition.inputs[name]?.entity ?? '', id: idOf(step.input.own(name)) }
  }
  let current = entity
  for (const name of path.split('.')) current = app.entities[current.fields[name]?.entity ?? ''] ?? current
  return { entity: current.name, id: idOf(resolver.recordValue(step.names, path)) }
}

// Locks the other records that a transition's `lock` names, so that they cannot change during it.
// In the order of entities and ids, so that two transitions wait. Their own records are locked before, those of
// effects later: a deadlock is possible there, and ends with a retry of the transaction.
import { entityOf } from '../../../manifest/model/app'
import sql, { type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { idOf } from '../../../manifest/expression/values/value'
import type { LoadedRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { noteLocked, tenantsIn } from '../../query/records/loadRecords'
import type { ValueResolver } from '../state/valueResolver'
import type { TransitionStep } from '../state/step'
import { tenantField, type TransitionBatch, type WriteContext } from '../state/writeContext'

/**
 * Locks the named references of all steps; drops cached values if anything had to be locked.
 * @returns the entities of locked records that may have changed since they were read
 */
export async function lockReferences(
  context: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
): Promise<ReadonlySet<string>> {
  const { lock } = batch.transition
  const changed = new Set<string>()
  if (lock.length === 0) return changed
  const recordPaths = lock.filter((path) => path !== 'me' && !path.startsWith(inputPrefix))
  await resolver.prepare(steps.map(({ names }) => ({ names, values: recordPaths })))
  const ids = new Map<string, Set<number>>()
  for (const path of lock) {
    const entity = lockedEntity(context, batch, path)
    for (const step of steps) {
      const id = lockedId(resolver, batch, step, path)
      if (id !== null) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
    }
  }
  if (ids.size === 0) return changed
  const unchanged = new Map<string, ReadonlySet<number>>()
  for (const name of [...ids.keys()].sort()) {
    const sortedIds = [...ids.get(name)!].sort((a, b) => a - b)
    const locked = await lockRecords(context, entityOf(context.app, name), sortedIds)
    noteLocked(context, name, locked)
    // A version unlike the cached one, or none cached, means that another transaction may have written the record.
    const same = locked.filter(({ id, version }) => context.cache.versionOf(name, id) === version)
    if (same.length < locked.length) changed.add(name)
    unchanged.set(name, new Set(same.map(({ id }) => id)))
  }
  // The lock may have had to wait, so of all else only values read from here on are current.
  context.cache.forgetAll(unchanged)
  return changed
}

type Locked = Pick<LoadedRecord, 'id'> & { readonly version: number }

// On a cluster, one statement can lock only records of one tenant.
async function lockRecords(context: WriteContext, entity: Entity, ids: readonly number[]): Promise<Locked[]> {
  const owner = tenantField(context.app, entity)
  const selected = sql`"id" = ANY(${[...ids]}::bigint[])`
  const lock = (condition: Sql) =>
    context.query<Locked>(
      sql`SELECT "id", "version" FROM ${identifier(entity.name)} WHERE ${condition} ORDER BY "id" FOR UPDATE`,
    )
  const ofTenant = (tenant: number) => sql`${identifier(owner!)} = ${tenant}::bigint AND ${selected}`
  if (!owner || (context.tenant === undefined && !context.distributed)) return lock(selected)
  if (context.tenant !== undefined) return lock(ofTenant(context.tenant))
  const rows = await context.query(
    sql`SELECT DISTINCT ${identifier(owner)} FROM ${identifier(entity.name)} WHERE ${selected}`,
  )
  const locked: Locked[] = []
  for (const tenant of tenantsIn(rows, owner)) locked.push(...(await lock(ofTenant(tenant))))
  return locked
}

const inputPrefix = 'input.'

/** The entity that a path of `lock` leads to. */
function lockedEntity({ app }: WriteContext, { entity, transition }: TransitionBatch, path: string): string {
  if (path === 'me') return app.access.identity.accountEntity
  if (path.startsWith(inputPrefix)) return transition.inputs[path.slice(inputPrefix.length)]?.entity ?? ''
  let current = entity
  for (const name of path.split('.')) current = app.entities[current.fields[name]?.entity ?? ''] ?? current
  return current.name
}

/** The record that a path of `lock` leads to. */
function lockedId(
  resolver: ValueResolver,
  { caller }: TransitionBatch,
  { input, names }: TransitionStep,
  path: string,
): number | null {
  if (path === 'me') return idOf(caller.me.id)
  if (path.startsWith(inputPrefix)) return idOf(input.own(path.slice(inputPrefix.length)))
  return idOf(resolver.recordValue(names, path))
}

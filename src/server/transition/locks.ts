// Which other records must not change while this transition looks at them? Those that its `lock` names, locked in the order of entities and ids
// by everybody, so that two that lock the same wait for each other instead of meeting crosswise.
import sql from 'sql-template-tag'
import type { Entity } from '../../manifest/app'
import { idOf } from '../../manifest/rule/value'
import { identifier } from '../database/identifier'
import type { Reader } from './reader'
import type { Step } from './step'
import type { Orders, Work } from './work'

/** Locks the named references of all steps; what was known before is forgotten when anything had to be locked. */
export async function lockReferences(
  work: Work,
  reader: Reader,
  { entity, transition }: Orders,
  steps: readonly Step[],
): Promise<void> {
  if (transition.lock.length === 0) return
  await reader.prepare(steps.map(({ names }) => ({ names, values: transition.lock })))
  const ids = new Map<string, Set<number>>()
  for (const step of steps) {
    for (const path of transition.lock) {
      const id = idOf(reader.recordValue(step.names, path))
      const target = targetOf(work, entity, path)
      if (id !== null) ids.set(target, (ids.get(target) ?? new Set()).add(id))
    }
  }
  if (ids.size === 0) return
  for (const name of [...ids.keys()].sort()) {
    const wanted = [...ids.get(name)!].sort((a, b) => a - b)
    await work.query(
      sql`SELECT 1 FROM ${identifier(name)} WHERE "id" = ANY(${wanted}::bigint[]) ORDER BY "id" FOR UPDATE`,
    )
  }
  // A lock may have been waited for: sums and states are only true from here on.
  work.facts.forgetAll()
}

function targetOf({ app }: Work, entity: Entity, path: string): string {
  let at = entity
  for (const name of path.split('.')) at = app.entities[at.fields[name]?.entity ?? ''] ?? at
  return at.name
}

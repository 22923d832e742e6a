// Derives which transitions lead a record to a decision of people:
// those who may move it on there may also refuse it.
import { turnSteps } from '../access/stepOrder'
import type { Entity } from '../model/entity'
import type { EntityDraft } from '../context/compileContext'

/** Runs after every transition is compiled. */
export function deriveDecisions(entities: Readonly<Record<string, EntityDraft>>): void {
  for (const { entity, transitions } of Object.values(entities))
    for (const transition of Object.values(transitions))
      if (transition.to !== undefined && isDecidedIn(entity, transition.to)) transition.awaitsDecision = true
}

function isDecidedIn(entity: Entity, state: string): boolean {
  const refusing = Object.values(entity.transitions).filter(({ from, danger }) => danger && from.includes(state))
  const codes = new Set(refusing.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))
  return turnSteps(entity, state).some((step) =>
    step.permissions.some(({ permission }) => permission !== 'system' && codes.has(permission)),
  )
}

// Derives which transitions submit a record for a decision of other people:
// those who may move it on there may also refuse it.
import { turnSteps } from '../access/stepOrder'
import { statesOf } from '../expression/possibleStates'
import type { EntityDraft } from '../context/compileContext'
import type { Entity } from '../model/entity'
import type { Rule } from '../model/rule'
import type { Transition } from '../model/transition'

/** Runs after every transition is compiled. */
export function deriveDecisions(entities: Readonly<Record<string, EntityDraft>>): void {
  for (const { entity, transitions } of Object.values(entities))
    for (const transition of Object.values(transitions))
      if (isDecidedAfter(entity, transition)) transition.awaitsDecision = true
}

/** What refuses, ends or withdraws something submits nothing, nor does what waits for the same people as before. */
function isDecidedAfter(entity: Entity, { to, danger, turn, permissions }: Transition): boolean {
  if (to === undefined || danger || turn === false) return false
  const submitting = new Set(permissions.map(({ permission }) => permission))
  const refusing = Object.values(entity.transitions).filter((step) => step.danger && step.from.includes(to))
  const codes = new Set(refusing.flatMap((step) => codesIn(step, to)))
  return turnSteps(entity, to).some((step) =>
    codesIn(step, to).some((code) => codes.has(code) && !submitting.has(code)),
  )
}

/** The codes by which people may run a transition in a state, as far as its conditions name states. */
function codesIn({ when, permissions }: Transition, state: string): string[] {
  const mayHold = (rule: Rule | undefined) => !rule || statesOf(rule.node, [state]).has(state)
  if (!mayHold(when)) return []
  return permissions
    .filter(({ permission, when: condition }) => permission !== 'system' && mayHold(condition))
    .map(({ permission }) => permission)
}

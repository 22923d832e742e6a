// Derives which transitions record that something happened while their record keeps its state.
// The page has no effects, and such a form is not the edit of one of its fields.
import { pathsRead } from '../expression/analyze'
import { declared } from '../expression/values/present'
import type { EntityDraft, TransitionDraft } from '../context/compileContext'

type Entities = Readonly<Record<string, EntityDraft>>

/** Runs after every transition is compiled. */
export function deriveRecordedEvents(entities: Entities): void {
  for (const { transitions } of Object.values(entities))
    for (const transition of Object.values(transitions))
      if (recordsEvent(entities, transition, new Set())) transition.recordsEvent = true
}

/** Messages and calls only announce what the record shows anyway. */
function recordsEvent(entities: Entities, transition: TransitionDraft, seen: Set<TransitionDraft>): boolean {
  if (seen.has(transition)) return false
  seen.add(transition)
  if (counts(transition)) return true
  return transition.effects.some((effect) => {
    if (effect.kind !== 'run') return false
    const run = declared(declared(entities, effect.entity).transitions, effect.transition)
    return run.creates || run.to !== undefined || recordsEvent(entities, run, seen)
  })
}

/** Whether it computes a value from the former one of the same field: a number of attempts. */
function counts({ set }: TransitionDraft): boolean {
  return Object.entries(set).some(([name, rule]) => rule && pathsRead(rule.node, 'record').includes(name))
}

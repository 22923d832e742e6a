// The order in which a record's transitions are offered: first what moves it on, then what can be begun with it, what
// takes it back, what changes it, and last what does harm.
import type { Entity } from '../model/entity'

export const stepRanks = { move: 0, begin: 1, back: 2, change: 3, harm: 4 } as const

/** The rank of a transition of an entity for a record in a state. */
export function stepRank({ transitions, stages }: Entity, name: string, state: string | undefined): number {
  const transition = transitions[name]
  if (transition?.danger) return stepRanks.harm
  if (transition?.creates) return stepRanks.begin
  if (!transition || transition.to === undefined || transition.to === state) return stepRanks.change
  const place = (stage: string | undefined) => stages.findIndex((item) => item.state === stage)
  const to = place(transition.to)
  return to >= 0 && to < place(state) ? stepRanks.back : stepRanks.move
}

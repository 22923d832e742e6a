// Orders the transitions offered on a record: what moves it on, what begins with it,
// what takes it back, what changes it, and last what does harm.
import type { Entity } from '../model/entity'

export const stepRanks = { move: 0, begin: 1, back: 2, change: 3, harm: 4 } as const

/** The rank of a transition of an entity for a record in a state. */
export function stepRank({ transitions, stages }: Entity, name: string, state: string | undefined): number {
  const transition = transitions[name]
  if (transition?.danger) return stepRanks.harm
  if (transition?.creates) return stepRanks.begin
  if (!transition || transition.to === undefined || transition.to === state) return stepRanks.change
  const indexOf = (stage: string | undefined) => stages.findIndex((item) => item.state === stage)
  const to = indexOf(transition.to)
  return to >= 0 && to < indexOf(state) ? stepRanks.back : stepRanks.move
}

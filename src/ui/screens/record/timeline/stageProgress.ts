// Computes the progress along the stages: each is done, current or to come; another state ends the
// path.

import type { Entity } from '../../../../manifest/model/entity'

/** Without stages that only destructive transitions lead to, which are no goals. */
export function goalsAmong(stages: readonly string[], { transitions }: Pick<Entity, 'transitions'>): readonly string[] {
  return stages.filter((stage) => {
    const entering = Object.values(transitions).filter(({ to }) => to === stage)
    return entering.length === 0 || entering.some(({ danger }) => !danger)
  })
}

interface StageStep {
  readonly state: string
  readonly place: 'done' | 'now' | 'next' | 'off'
}

/** @param stages the states on the record's path, in their order */
export function stageProgress(stages: readonly string[], state: string | undefined): StageStep[] {
  const position = state === undefined ? -1 : stages.indexOf(state)
  if (position < 0)
    return state === undefined ? stages.map((stage) => ({ state: stage, place: 'next' })) : [{ state, place: 'off' }]
  // The last stage counts as done once it is reached.
  return stages.map((stage, index) => ({
    state: stage,
    place: index < position || position === stages.length - 1 ? 'done' : index === position ? 'now' : 'next',
  }))
}

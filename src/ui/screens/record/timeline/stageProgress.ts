// Progress of a state along the stages: each is done, current or to come; another state ends the
// path.

interface StageStep {
  readonly state: string
  readonly place: 'done' | 'now' | 'next' | 'off'
}

/** @param stages the states on the record's path, in their order */
export function stageProgress(stages: readonly string[], state: string | undefined): StageStep[] {
  const position = state === undefined ? -1 : stages.indexOf(state)
  if (position < 0)
    return state === undefined ? stages.map((stage) => ({ state: stage, place: 'next' })) : [{ state, place: 'off' }]
  // The last stage is reached, and nothing remains to be done in it.
  return stages.map((stage, index) => ({
    state: stage,
    place: index < position || position === stages.length - 1 ? 'done' : index === position ? 'now' : 'next',
  }))
}

// How does a state stand to the stages of a record? Each stage is behind, now or to come; what is no stage ends the way.

export interface Stop {
  readonly state: string
  readonly place: 'done' | 'now' | 'next' | 'off'
}

/** @param stages the states on the record's way, in their order */
export function wayOf(stages: readonly string[], state: string | undefined): Stop[] {
  const at = state === undefined ? -1 : stages.indexOf(state)
  if (at < 0)
    return state === undefined ? stages.map((one) => ({ state: one, place: 'next' })) : [{ state, place: 'off' }]
  // The last stage has been reached, and nothing is to be done in it any more.
  return stages.map((one, index) => ({
    state: one,
    place: index < at || at === stages.length - 1 ? 'done' : index === at ? 'now' : 'next',
  }))
}

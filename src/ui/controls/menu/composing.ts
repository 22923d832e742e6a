// Keys that belong to an input method.
// It chooses a word among its candidates by arrows, Enter and Escape.

/** Safari ends the composition before it reports the Enter that confirmed a word. */
const inputMethodCode = 229

export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === inputMethodCode

// Detects keys that belong to an input method,
// which uses arrows, Enter and Escape to choose among its candidates.

/** Safari ends the composition before it reports the Enter that confirmed a word. */
const inputMethodCode = 229

/** Whether the key belongs to an input method, also at the Enter that confirms a word in Safari. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === inputMethodCode

// What Tab does in an open list of options.
// Left to itself, the control chooses the marked option and keeps the focus.
import type { KeyboardEvent } from 'react'

/** For the `onInputKeyDown` of a Select: leaves the list as it is; Enter and a click choose. */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}

/** For the Tab of a Select whose marked option is the one meant: the control chooses it, and the focus moves on. */
export function takeByTab(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault = () => undefined
}

// Defines what Tab does in an open list of options.
// By default the control chooses the marked option and keeps the focus.
import type { KeyboardEvent } from 'react'

/** For the `onInputKeyDown` of a Select: Tab leaves without choosing; Enter and a click choose. */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}

/** For a Select whose marked option is the intended one: Tab chooses it and moves the focus. */
export function takeByTab(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault = () => undefined
}

// What Tab does in an open list of options.
// Left to itself, the control chooses the marked option and keeps the focus.
import type { KeyboardEvent } from 'react'

/** For the `onInputKeyDown` of a Select: leaves the list as it is; Enter and a click choose. */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}

/** For a Select whose options are all at hand: takes what was typed, and leaves the list as it is without that. */
export function takeTypedByTab(event: KeyboardEvent<HTMLElement>): void {
  const typed = event.target instanceof HTMLInputElement && event.target.value !== ''
  if (event.key !== 'Tab' || !typed) return leaveByTab(event)
  // The control chooses the option; the focus moves on.
  event.preventDefault = () => undefined
}

// Tab leaves an open list as it is: the control would choose its marked option and keep the focus, so that what is
// typed next is lost. Enter and a click choose.
import type { KeyboardEvent } from 'react'

/** For the `onInputKeyDown` of a Select. */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}

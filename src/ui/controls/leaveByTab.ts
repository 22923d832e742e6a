// Tab leaves an open list of options as it is; Enter and a click choose.
// The control would choose its marked option and keep the focus, so that what is typed next is lost.
import type { KeyboardEvent } from 'react'

/** For the `onInputKeyDown` of a Select. */
export function leaveByTab(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.stopPropagation()
}

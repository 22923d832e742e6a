// Navigates within the page on a plain click on a link.
import type { MouseEvent } from 'react'

/** A plain click navigates within the page; with a modifier key the browser opens a tab or window as usual. */
export function followInPage(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  go()
}

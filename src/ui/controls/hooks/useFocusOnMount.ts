// Brings what answers a press into view and gives it the focus, wherever the user was.
import { useLayoutEffect, useRef, type RefObject } from 'react'

/** For an element with `tabIndex={-1}`. It happens once, when the element is mounted. */
export function useFocusOnMount(): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null)
  // With the drawing itself: later, the browser would hold the content below still and push this out of view.
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return box
}

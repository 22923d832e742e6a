// Lets Escape close what lies on top and nothing below it.
// The window hears a key before the panels of the page, whose handlers would close them and stop it.
import { useEffect, useRef } from 'react'

/** While open: Escape closes, and the focus goes back to where it was. */
export function useTopmostEscape(open: boolean, close: () => void): void {
  const current = useRef(close)
  current.current = close
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      current.current()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [open])
}

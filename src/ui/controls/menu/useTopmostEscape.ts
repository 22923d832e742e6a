// Lets Escape close what lies on top and nothing below it.
// The window hears a key before the panels of the page, whose handlers would close them and stop it.
import { useEffect, useRef, type MutableRefObject } from 'react'
import { isComposing } from './composing'

/** In the order in which they were opened. */
const openMenus = new Set<() => void>()

/** Lists and calendars of inputs, which close themselves. */
export const openInputLists = ['picker-dropdown', 'select-dropdown']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden)`)
  .join(', ')

/** Closes the open menus: call it before a dialog covers the page, so that it returns the focus to their opener. */
export function leaveMenus(): void {
  for (const leave of openMenus) leave()
}

/** While open: Escape leaves. `leave`: closes, and focuses what opened. */
export function useTopmostEscape(open: boolean, leave: () => void): void {
  const current = useRef(leave)
  current.current = leave
  useEffect(() => {
    if (!open) return
    const leaveNow = () => current.current()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isComposing(event) || [...openMenus].at(-1) !== leaveNow) return
      if (document.querySelector(openInputLists)) return
      event.stopPropagation()
      leaveNow()
    }
    openMenus.add(leaveNow)
    window.addEventListener('keydown', onKey, true)
    return () => {
      openMenus.delete(leaveNow)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [open])
}

/** While open: Escape closes and focuses the opener, which the returned ref holds. */
export function useEscapeToOpener<Opener extends HTMLElement>(
  open: boolean,
  close: () => void,
): MutableRefObject<Opener | null> {
  const opener = useRef<Opener | null>(null)
  useTopmostEscape(open, () => {
    close()
    opener.current?.focus({ preventScroll: true })
  })
  return opener
}

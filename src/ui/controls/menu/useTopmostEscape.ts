// Lets Escape close only the topmost layer.
// The window handles the key before the page's panels, whose handlers would close them and stop it.
import { useEffect, useRef, type MutableRefObject } from 'react'
import { isComposing } from './composing'

/** In opening order. */
const openMenus = new Set<() => void>()

/** Lists and calendars of inputs close themselves. */
export const openInputLists = ['picker-dropdown', 'select-dropdown']
  .map((name) => `.ant-${name}:not(.ant-${name}-hidden)`)
  .join(', ')

/** Closes the open menus. Call it before opening a dialog, so that the dialog returns the focus to their opener. */
export function leaveMenus(): void {
  for (const leave of openMenus) leave()
}

/** While open, Escape calls `leave`, which closes and focuses the opener. */
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

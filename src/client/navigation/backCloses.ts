// Lets the Back button close the topmost dialog before it leaves the screen.
// The page is informed only after the browser has gone back: it then returns, and closes the dialog.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useCurrentTab } from './unsavedChanges'

/** How to close each open dialog, in opening order. */
const closings = new Set<() => void>()

/** The place in the history of what is on the screen, as the router counts it; undefined: not made by the router. */
let current: number | undefined
let isReturning = false

const placeOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx

/** While `open`, in the visible tab, Back calls `close`. */
export function useBackCloses(open: boolean, close: () => void): void {
  const { active } = useCurrentTab()
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open || !active) return
    const closeNow = () => latest.current()
    closings.add(closeNow)
    keepPlace()
    return () => {
      closings.delete(closeNow)
    }
  }, [open, active])
}

/** Without an entry before it, Back would leave the page: add one that is the same to the router. */
function keepPlace(): void {
  const { state } = window.history
  if (placeOf(state) === 0) window.history.pushState({ ...(state as object), idx: 1 }, '')
  current = placeOf(window.history.state)
}

/** To be called once, within the router, which then is not informed of a step back that closes a dialog. */
export function useBackGuard(): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    current = placeOf(window.history.state)
  }, [key])
  useLayoutEffect(() => {
    window.addEventListener('popstate', guard, true)
    return () => window.removeEventListener('popstate', guard, true)
  }, [])
}

function guard(event: PopStateEvent): void {
  const entry = placeOf(event.state)
  const close = [...closings].at(-1)
  if (isReturning && entry === current) {
    isReturning = false
    event.stopImmediatePropagation()
    // Only now: closing may change the address of the current entry.
    close?.()
    return
  }
  const steps = entry === undefined || current === undefined ? 0 : current - entry
  if (close && steps > 0) {
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(steps)
  } else current = entry
}

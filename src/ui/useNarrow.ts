// Is the window narrower than so many pixels? Redraws only when the answer changes.
import { useSyncExternalStore } from 'react'

/** true while the viewport is narrower than `width` CSS pixels. */
export function useNarrow(width: number): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(`(max-width: ${width - 0.02}px)`)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(`(max-width: ${width - 0.02}px)`).matches,
  )
}

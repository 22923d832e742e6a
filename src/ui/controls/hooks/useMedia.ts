// Evaluates a media query, with one query object per query for the whole page.
// Renders only when the result changes.
import { useMemo, useSyncExternalStore } from 'react'

const byName = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const list = byName.get(query) ?? window.matchMedia(query)
  byName.set(query, list)
  return list
}

/** Whether the query matches now, such as `(prefers-reduced-motion: reduce)`. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => listOf(query), [query])
  const listen = useMemo(
    () => (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [list],
  )
  return useSyncExternalStore(listen, () => list.matches)
}

/** true while the viewport is narrower than `width` CSS pixels. */
export const useNarrow = (width: number): boolean => useMedia(`(max-width: ${width - 0.02}px)`)

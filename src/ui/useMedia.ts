// Does a media query hold now? One query object each for the whole page; redraws only when the answer changes.
import { useMemo, useSyncExternalStore } from 'react'

const asked = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const known = asked.get(query) ?? window.matchMedia(query)
  asked.set(query, known)
  return known
}

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

// Light or dark, now? The person's choice, or the system's where she leaves it to it; written on the page's root for all styles.
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../runtime/runtime'
import type { ShownTone } from './theme'

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The tone to draw in; keeps <html data-tone> in step. */
export function useTone(): ShownTone {
  const wanted = useSession((state) => state.theme.tone)
  const system = useSyncExternalStore(
    (changed) => {
      const query = dark()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => dark().matches,
  )
  const tone = wanted === 'dark' || (wanted === 'auto' && system) ? 'dark' : 'light'
  useEffect(() => { document.documentElement.dataset.tone = tone }, [tone])
  return tone
}

// Light or dark, now? The person's choice, or the system's where she leaves it to it; written on the page's root for all styles.
import { useEffect } from 'react'
import { useSession } from '../../runtime/runtime'
import { useMedia } from '../useMedia'
import type { ShownTone } from './theme'

/** The tone to draw in; keeps <html data-tone> in step. */
export function useTone(): ShownTone {
  const wanted = useSession((state) => state.theme.tone)
  const system = useMedia('(prefers-color-scheme: dark)')
  const tone = wanted === 'dark' || (wanted === 'auto' && system) ? 'dark' : 'light'
  useEffect(() => {
    document.documentElement.dataset.tone = tone
  }, [tone])
  return tone
}

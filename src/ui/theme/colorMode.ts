// The color mode: the user's preference, or the system's; set on the page's root for all styles.
import { useEffect } from 'react'
import { useSession } from '../../client/context/clientContext'
import { useMedia } from '../controls/hooks/useMedia'
import type { ResolvedColorMode } from './theme'

/** The resolved color mode; keeps <html data-tone> up to date. */
export function useColorMode(): ResolvedColorMode {
  const colorMode = useSession((state) => state.theme.tone)
  const system = useMedia('(prefers-color-scheme: dark)')
  const tone = colorMode === 'dark' || (colorMode === 'auto' && system) ? 'dark' : 'light'
  useEffect(() => {
    document.documentElement.dataset.tone = tone
  }, [tone])
  return tone
}

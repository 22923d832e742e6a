// State of the side bar: over the page or hidden in a narrow window, else wide or folded, as chosen
// or as the window has room.
import { useEffect, useState } from 'react'
import { useRuntime, useSession } from '../../../client/context/clientContext'
import { useNarrow } from '../../controls/hooks/useMedia'

export interface SideBarState {
  readonly state: 'wide' | 'folded' | 'over' | 'away'
  readonly narrow: boolean
  toggle(): void
  close(): void
}

/**
 * `address` is that of the page: a change of it closes a menu over the page. The preference is stored only from wide
 * windows.
 */
export function useSideBar(narrow: boolean, address: string): SideBarState {
  const { session } = useRuntime()
  // In a smaller window the titles would take the room of two columns.
  const fits = !useNarrow(1200)
  const wide = useSession((state) => state.sidebar) ?? fits
  const [over, setOver] = useState(false)
  // Hide it when the window becomes narrow and after navigation.
  useEffect(() => setOver(false), [narrow, address])
  useEffect(() => {
    if (!over) return
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOver(false)
    }
    window.addEventListener('keydown', escape)
    return () => window.removeEventListener('keydown', escape)
  }, [over])
  return {
    state: narrow ? (over ? 'over' : 'away') : wide ? 'wide' : 'folded',
    narrow,
    toggle: () => (narrow ? setOver(!over) : session.setSidebar(!wide)),
    close: () => setOver(false),
  }
}

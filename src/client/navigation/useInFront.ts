// Whether a tab is in front, by the address, which changes before the page has drawn it.
import { useCallback } from 'react'
import { tabKey } from './tabs'
import { useCurrentTab } from './unsavedChanges'

/**
 * A person may go on to another tab while an answer is awaited: what changes the address by itself must then wait,
 * since it would take the page back. The returned function is another one when the tab comes to the front.
 */
export function useInFront(): () => boolean {
  const { key, active } = useCurrentTab()
  return useCallback(
    () => active && (key === '' || key === tabKey(window.location.pathname + window.location.search)),
    [key, active],
  )
}

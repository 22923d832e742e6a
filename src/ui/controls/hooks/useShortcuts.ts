// Keyboard shortcuts of the visible view, inactive during text input and in dialogs.
// Each user may turn off single-character ones, since speech input and screen readers use these keys.
import { useEffect, useRef } from 'react'
import { usePreference } from '../../../client/context/preferences'
import { isComposing } from '../menu/composing'
import { useCurrentTab } from '../../../client/navigation/unsavedChanges'

/** By `KeyboardEvent.key`; false: the key keeps its usual effect. */
type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => boolean>>

const typing = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox]'
const popups = ['dropdown', 'popover', 'select-dropdown', 'picker-dropdown'].map((name) => `.ant-${name}`).join()
const covers = '.ant-modal-wrap, .ant-drawer-mask'

/** Whether single characters are shortcuts, and the setter of this preference. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [on = true, keep] = usePreference<boolean>('singleKeys')
  return [on, keep]
}

/**
 * Listens by the `key` of the event while the tab is visible; an entry returns false to leave the key to the browser.
 * The object may differ at each rendering.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { active } = useCurrentTab()
  const [singleKeys] = useSingleKeys()
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent) => {
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!run || (event.key.length === 1 && !singleKeys) || isTaken(event)) return
      if (run(event)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [active, singleKeys])
}

/** Whether an input, a popup, a dialog or the browser handles the key. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (target instanceof Element && target.closest(`${typing}, ${popups}`)) return true
  return [...document.querySelectorAll(covers)].some((cover) => cover.getClientRects().length > 0)
}

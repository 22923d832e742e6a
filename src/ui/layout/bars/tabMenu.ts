// What the menus of the tab bar do: mount a tab again, pin it, close it or others.
// Closing unsaved changes needs a confirmation; closing the active tab opens the last one.
import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { usePreference } from '../../../client/context/preferences'
import type { Tab, Tabs } from '../../../client/navigation/tabs'
import type { Unsaved } from '../../../client/navigation/unsavedChanges'

export interface TabBarProps {
  readonly tabs: Tabs
  readonly unsaved: Unsaved
}
/** `stay`: the tab to activate afterwards. */
type Close = (closing: readonly Tab[], stay?: Tab) => Promise<void>

/** The preference with the keys of the tabs that an account pinned. */
export const pinnedTabsName = 'pinned tabs'

/** Closes unpinned tabs, after a confirmation if changes are unsaved. */
export function useCloseTabs({ tabs, unsaved }: TabBarProps): Close {
  const { notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
  return async (closing, stay) => {
    const closable = closing.filter((tab) => !tab.pinned)
    const dirty = closable.find((tab) => unsaved.has(tab.key))
    if (
      dirty &&
      !(await notifications.confirm({
        title: t('shell.unsavedTitle'),
        text: t('shell.unsavedText', { title: pick(dirty.title) }),
        ok: t('shell.unsavedLeave'),
        cancel: t('shell.unsavedStay'),
        danger: true,
      }))
    )
      return
    for (const { key } of closable) unsaved.discard(key)
    const next = tabs.close(closable.map((tab) => tab.key))
    if (stay) void navigate(stay.address)
    else if (next) void navigate(next)
  }
}

/** The entries for a tab, and what they do with it. */
export function useTabMenu(
  tabs: Tabs,
  close: Close,
): (target: Tab | undefined) => Pick<MenuProps, 'items' | 'onClick'> {
  const { open } = useStore(tabs)
  const { t } = useTranslator()
  const navigate = useNavigate()
  const [pinned = [], keepPinned] = usePreference<readonly string[]>(pinnedTabsName)
  const setPinned = ({ key, pinned: isPinned }: Tab) => {
    const others = pinned.filter((other) => other !== key)
    const next = isPinned ? others : [...others, key]
    keepPinned(next.length > 0 ? next : null)
  }
  return (target) => {
    const rest = open.filter((tab) => tab.key !== target?.key)
    const commands: Record<string, (tab: Tab) => unknown> = {
      refresh: (tab) => {
        tabs.remount(tab.key)
        return navigate(tab.address)
      },
      pin: setPinned,
      this: (tab) => close([tab]),
      others: (tab) => close(rest, tab),
      all: () => close(open),
    }
    return {
      items: [
        { key: 'refresh', label: t('shell.refresh') },
        { key: 'pin', label: t(target?.pinned ? 'shell.unpinTab' : 'shell.pinTab'), disabled: !target || target.fixed },
        { type: 'divider' },
        { key: 'this', label: t('shell.closeThis'), disabled: !target || target.pinned },
        { key: 'others', label: t('shell.closeOthers'), disabled: rest.every((tab) => tab.pinned) },
        { key: 'all', label: t('shell.closeAll'), disabled: open.every((tab) => tab.pinned) },
      ],
      onClick: ({ key }) => void (target && commands[key]?.(target)),
    }
  }
}

// Keeps a limited number of visited screens mounted but hidden, each with its address, scroll and
// state.
import { memo, useCallback, useMemo, useRef } from 'react'
import { Route, Routes } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Blocks } from '../../../client/ScreenRenderer'
import { CurrentTabProvider, type Unsaved } from '../../../client/navigation/unsavedChanges'
import { mountedKeys, type Tab, type Tabs, type TabSubject } from '../../../client/navigation/tabs'
import { useRestoredScroll } from './useRestoredScroll'
import { ViewBody } from './ViewBody'

interface MountedTabsProps {
  readonly tabs: Tabs
  readonly unsaved: Unsaved
  readonly blocks: Blocks
  readonly hidden: boolean
}

/**
 * Draws the mounted tabs, of which only the active one is visible, and none of them while `hidden`. Tabs with unsaved
 * changes stay mounted beyond the limit.
 */
export function MountedTabs({ tabs, unsaved, blocks, hidden }: MountedTabsProps) {
  const state = useStore(tabs)
  const marks = useStore(unsaved, ({ marks: now }) => now)
  const mounted = useMemo(() => mountedKeys(state, (key) => [...marks.values()].includes(key)), [state, marks])
  return state.open
    .filter((tab) => mounted.has(tab.key))
    .map((tab) => (
      <MountedTab
        key={`${tab.key} ${tab.mountCount}`}
        tab={tab}
        active={!hidden && tab.key === state.active}
        tabs={tabs}
        unsaved={unsaved}
        blocks={blocks}
      />
    ))
}

interface MountedTabProps {
  readonly tab: Tab
  readonly active: boolean
  readonly tabs: Tabs
  readonly unsaved: Unsaved
  readonly blocks: Blocks
}

type Described = (subject: TabSubject, text: string | undefined) => void

const MountedTab = memo(
  function MountedTab({ tab: { key, path, address, entered }, active, tabs, unsaved, blocks }: MountedTabProps) {
    const box = useRef<HTMLElement>(null)
    useRestoredScroll(box, key)
    const describe = useCallback<Described>((subject, text) => tabs.describe(key, subject, text), [tabs, key])
    const place = useMemo(
      () => ({ key, active, entered, unsaved, describe }),
      [key, active, entered, unsaved, describe],
    )
    const body = useMemo(() => <ViewBody path={path} blocks={blocks} />, [path, blocks])
    return (
      <section ref={box} className="shell-view" hidden={!active} data-view={key}>
        <CurrentTabProvider value={place}>
          <Routes location={address}>
            <Route path="*" element={body} />
          </Routes>
        </CurrentTabProvider>
      </section>
    )
  },
  (a, b) =>
    a.tab.address === b.tab.address &&
    a.tab.entered === b.tab.entered &&
    a.active === b.active &&
    a.blocks === b.blocks,
)

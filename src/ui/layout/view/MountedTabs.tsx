// Keeps a limited number of visited screens mounted but hidden, each with its address, scroll and
// state.
import { memo, useMemo, useRef } from 'react'
import { Route, Routes } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Blocks } from '../../../client/ScreenRenderer'
import { ViewPlaceProvider, type Unsaved } from '../../../client/navigation/unsavedChanges'
import { mountedKeys, type Tab, type Tabs } from '../../../client/navigation/tabs'
import { useRestoredScroll } from './useKeptScroll'
import { ViewBody } from './ViewBody'

interface KeptViewsProps {
  readonly views: Tabs
  readonly unsaved: Unsaved
  readonly blocks: Blocks
  readonly hidden: boolean
}

export function MountedTabs({ views, unsaved, blocks, hidden }: KeptViewsProps) {
  const state = useStore(views)
  const marks = useStore(unsaved, ({ marks: now }) => now)
  const mounted = useMemo(() => mountedKeys(state, (key) => [...marks.values()].includes(key)), [state, marks])
  return state.views
    .filter((view) => mounted.has(view.key))
    .map((view) => (
      <KeptView
        key={`${view.key} ${view.made}`}
        view={view}
        active={!hidden && view.key === state.active}
        unsaved={unsaved}
        blocks={blocks}
      />
    ))
}

interface KeptViewProps {
  readonly view: Tab
  readonly active: boolean
  readonly unsaved: Unsaved
  readonly blocks: Blocks
}

const KeptView = memo(
  function KeptView({ view: { key, path, address }, active, unsaved, blocks }: KeptViewProps) {
    const box = useRef<HTMLElement>(null)
    useRestoredScroll(box, key)
    const view = useMemo(() => ({ key, active, unsaved }), [key, active, unsaved])
    const body = useMemo(() => <ViewBody path={path} blocks={blocks} />, [path, blocks])
    return (
      <section ref={box} className="shell-view" hidden={!active} data-view={key}>
        <ViewPlaceProvider value={view}>
          <Routes location={address}>
            <Route path="*" element={body} />
          </Routes>
        </ViewPlaceProvider>
      </section>
    )
  },
  (a, b) => a.view.address === b.view.address && a.active === b.active && a.blocks === b.blocks,
)

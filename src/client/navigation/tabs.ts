// The open tabs, keyed by address without the list state, and which of them stay mounted.
// Two addresses with different keys never share anything.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Text } from '../../manifest/model/text'
import type { Route } from '../../manifest/access/navigation'

export interface Tab {
  readonly key: string
  readonly path: string
  /** Path and query as last seen. */
  readonly address: string
  readonly title: Text
  readonly pinned: boolean
  readonly keep: boolean
  /** Incremented when the view has to mount again. */
  readonly made: number
  /** Incremented with every visit; 0: not visited since the page loaded. */
  readonly visited: number
}

interface TabsState {
  readonly views: readonly Tab[]
  readonly active: string | null
}

export interface Tabs extends StoreApi<TabsState> {
  /** Records that an address was opened. */
  visit(address: string, route: Route): void
  /** Target of a menu item: the view in its last state, if it is open. */
  addressOf(path: string): string
  /** Closes tabs and returns the address to go to when the active one is among them. */
  close(keys: readonly string[]): string | null
  /** Mounts the view again. */
  remake(key: string): void
  /** Applies the user's routes: pinned screens first, then restored tabs that may still be opened. */
  begin(routes: Readonly<Record<string, Route>>, kept: readonly string[]): void
  clear(): void
}

/** Views that stay mounted besides the active one and those with unsaved changes. */
export const maxMountedTabs = 8
const mostViews = 40
/** Query names that are state of a view and no part of what it shows. */
const stateNames = new Set(['where', 'words', 'tab', 'sort', 'page', 'size', 'view', 'record', 'run'])

/** Whether a query name is view state: list state, f.<field> filters, v.<name> of other blocks. */
function isViewState(name: string): boolean {
  return stateNames.has(name) || name.startsWith('f.') || name.startsWith('v.')
}

/** The key of an address: its path and the query without view state, in a fixed order. */
export function tabKey(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://own')
  const rest = [...searchParams].filter(([name]) => !isViewState(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return rest.length ? `${pathname}?${new URLSearchParams(rest).toString()}` : pathname
}

/** `home`: the address when no other tab is open; its tab cannot be closed. `isUnsaved`: by the key of a tab. */
export function createViews(home: string, isUnsaved: (key: string) => boolean): Tabs {
  const store = createStore<TabsState>(() => ({ views: [], active: null }))
  let visits = 0
  return {
    ...store,
    visit(address, route) {
      visits++
      store.setState((state) => {
        const next = visited(state, tabOf(address, route, home), visits)
        return { ...next, views: bounded(next, isUnsaved) }
      })
    },
    addressOf: (path) => store.getState().views.find((view) => view.key === tabKey(path))?.address ?? path,
    close(keys) {
      const { views, active } = store.getState()
      const gone = new Set(keys.filter((key) => !views.find((view) => view.key === key)?.pinned))
      const left = views.filter((view) => !gone.has(view.key))
      const activeGone = active !== null && gone.has(active)
      store.setState({ views: left, active: activeGone ? null : active })
      return activeGone ? (left.filter((view) => !view.pinned || view.visited > 0).at(-1)?.address ?? home) : null
    },
    remake: (key) =>
      store.setState(({ views }) => ({
        views: views.map((view) => (view.key === key ? { ...view, made: view.made + 1 } : view)),
      })),
    begin: (routes, stored) => store.setState(({ views }) => ({ views: restored(views, routes, stored, home) })),
    clear: () => store.setState({ views: [], active: null }),
  }
}

function tabOf(address: string, route: Route, home: string): Tab {
  const key = tabKey(address)
  return { key, path: route.path, address, made: 0, visited: 0, ...factsOfRoute(route, home) }
}

const factsOfRoute = (route: Route, home: string): Pick<Tab, 'title' | 'pinned' | 'keep'> => ({
  title: route.title,
  pinned: route.pinned || route.path === home,
  keep: route.keep,
})

/** The tabs after a visit, which opens a tab or brings an open one up to date. */
function visited({ views, active }: TabsState, tab: Tab, visits: number): TabsState {
  const open = views.find((view) => view.key === tab.key)
  if (!open) return { views: [...views, { ...tab, visited: visits }], active: tab.key }
  // A view without keep-alive mounts again when the user returns to it, not when its own query changes.
  const made = !tab.keep && active !== tab.key ? open.made + 1 : open.made
  const next = { ...tab, path: open.path, made, visited: visits }
  return { views: views.map((view) => (view.key === tab.key ? next : view)), active: tab.key }
}

/** Pinned screens, then the stored tabs that may still be opened, then those open already; `home` first. */
function restored(
  views: readonly Tab[],
  routes: Readonly<Record<string, Route>>,
  stored: readonly string[],
  home: string,
): readonly Tab[] {
  const mayOpen = (route: Route) => !route.href && !route.redirect
  const pinned = Object.values(routes)
    .filter((route) => factsOfRoute(route, home).pinned && mayOpen(route))
    .map((route) => tabOf(route.path, route, home))
  const remembered = stored.flatMap((address) => {
    const route = routes[new URL(address, 'http://own').pathname]
    return route && mayOpen(route) ? [tabOf(address, route, home)] : []
  })
  const open = views.filter((view) => routes[view.path])
  const keys = new Set<string>()
  const rank = (view: Tab) => (view.path === home ? 0 : view.pinned ? 1 : 2)
  // Tabs that are already open keep the order from before the page was loaded.
  return [...pinned, ...remembered, ...open]
    .map((view) => open.find((other) => other.key === view.key) ?? view)
    .filter(({ key }) => !keys.has(key) && keys.add(key))
    .map((view) => ({ ...view, ...factsOfRoute(routes[view.path]!, home) }))
    .sort((a, b) => rank(a) - rank(b))
}

/** Without the oldest beyond the limit; the active tab stays, and so do those with unsaved changes. */
function bounded({ views, active }: TabsState, isUnsaved: (key: string) => boolean): readonly Tab[] {
  const excess = views.length - mostViews
  if (excess <= 0) return views
  const mayClose = ({ key, pinned }: Tab) => !pinned && key !== active && !isUnsaved(key)
  const closed = views
    .filter(mayClose)
    .sort((a, b) => a.visited - b.visited)
    .slice(0, excess)
  return views.filter((view) => !closed.includes(view))
}

/**
 * The keys of the views to mount: the active one, those with unsaved changes, and the last visited ones with
 * keep-alive.
 */
export function mountedKeys({ views, active }: TabsState, isUnsaved: (key: string) => boolean): ReadonlySet<string> {
  const recent = views
    .filter((view) => view.keep && view.visited > 0)
    .sort((a, b) => b.visited - a.visited)
    .slice(0, maxMountedTabs)
  const keys = new Set(recent.map((view) => view.key))
  for (const view of views) if (view.key === active || (view.visited > 0 && isUnsaved(view.key))) keys.add(view.key)
  return keys
}

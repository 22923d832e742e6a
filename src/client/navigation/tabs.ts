// The open tabs, keyed by address without the list state, and which of them stay mounted.
// Two addresses with different keys never share anything.
import { declared } from '../../manifest/expression/values/present'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Text } from '../../manifest/model/text'
import type { Route } from '../../manifest/access/navigation'
import { filterPrefix } from '../../protocol/screenCalls'
import { recordParameter } from '../../protocol/records/recordAddress'
import { withoutQuery } from '../../protocol/transport'
import { listStateNames } from './urlState'

export interface Tab {
  readonly key: string
  readonly path: string
  /** Path and query as last seen. */
  readonly address: string
  readonly title: Text
  /** Never closed. */
  readonly pinned: boolean
  /** Pinned by the product, so that a person cannot unpin it. */
  readonly fixed: boolean
  readonly keep: boolean
  /** Whether its screen is a form. */
  readonly isForm: boolean
  /** Incremented when the content has to mount again. */
  readonly mountCount: number
  /** The running number of its last visit, by which tabs are ordered; 0: not visited since the page loaded. */
  readonly visited: number
  /** Incremented when a person comes to it, from another tab or by its menu item; not by its own query. */
  readonly entered: number
}

/** What distinguishes a tab from others of its screen: the record open in it, else its view or search. */
export type TabSubject = 'record' | 'view'

interface OpenTabs {
  readonly open: readonly Tab[]
  readonly active: string | null
}

interface TabsState extends OpenTabs {
  /** By the key of a tab. */
  readonly subjects: Readonly<Record<string, Partial<Readonly<Record<TabSubject, string>>>>>
}

/** The name of what a tab shows: its record, else its saved view; undefined until either has loaded. */
export const subjectOf = ({ subjects }: TabsState, key: string): string | undefined =>
  subjects[key]?.record ?? subjects[key]?.view

export interface Tabs extends StoreApi<TabsState> {
  /** Records that an address was opened. `navigation`: the key of its place in the browser's history. */
  visit(address: string, route: Route, navigation: string): void
  /** Target of a menu item: the tab in its last state; a form behind another tab without the record open over it. */
  addressOf(path: string): string
  /** Closes tabs and returns the address to go to when the active one is among them. */
  close(keys: readonly string[]): string | null
  /** Names what a tab shows; undefined: no longer. */
  describe(key: string, subject: TabSubject, text: string | undefined): void
  /** Mounts the content of a tab again. */
  remount(key: string): void
  /**
   * Applies the user's routes: pinned screens first, then the tabs that the person pinned, then restored ones, each
   * if it may still be opened. `chosen`: the keys that the person pinned.
   */
  begin(routes: Readonly<Record<string, Route>>, stored: readonly string[], chosen?: readonly string[]): void
  clear(): void
}

/** Tabs that stay mounted besides the active one and those with unsaved changes. */
export const maxMountedTabs = 8
const maxOpenTabs = 40
const recordNames = [recordParameter, 'run']
/** Query names of list state, which do not identify a tab. */
const stateNames = new Set([...listStateNames, ...recordNames])

/** Whether a query name is state of what is shown: list state, f.<field> filters, v.<name> of other blocks. */
function isStateName(name: string): boolean {
  return stateNames.has(name) || name.startsWith(filterPrefix) || name.startsWith('v.')
}

/** The key of an address: its path and the query without such state, in a fixed order. */
export function tabKey(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://own')
  const rest = [...searchParams].filter(([name]) => !isStateName(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return rest.length ? `${pathname}?${new URLSearchParams(rest).toString()}` : pathname
}

/** `home`: the address when no other tab is open; its tab cannot be closed. `isUnsaved`: by the key of a tab. */
export function createTabs(home: string, isUnsaved: (key: string) => boolean): Tabs {
  const store = createStore<TabsState>(() => ({ open: [], active: null, subjects: {} }))
  let visits = 0
  let latest: string | undefined
  return {
    ...store,
    visit(address, route, navigation) {
      visits++
      const isNew = navigation !== latest
      latest = navigation
      store.setState((state) => {
        const next = afterVisit(state, tabOf(address, route, home), visits, isNew)
        return { ...next, open: bounded(next, isUnsaved) }
      })
    },
    addressOf: (path) => {
      const { open, active } = store.getState()
      const tab = open.find(({ key }) => key === tabKey(path))
      // In the active tab only the same address counts as entering it again, which empties the form.
      return tab?.isForm && tab.key !== active ? withoutQuery(tab.address, recordNames) : (tab?.address ?? path)
    },
    close(keys) {
      const { open, active } = store.getState()
      const gone = new Set(keys.filter((key) => !open.find((tab) => tab.key === key)?.pinned))
      const left = open.filter((tab) => !gone.has(tab.key))
      const activeGone = active !== null && gone.has(active)
      store.setState({ open: left, active: activeGone ? null : active })
      return activeGone ? (left.filter((tab) => !tab.pinned || tab.visited > 0).at(-1)?.address ?? home) : null
    },
    describe: (key, subject, text) =>
      store.setState(({ subjects }) => ({ subjects: { ...subjects, [key]: { ...subjects[key], [subject]: text } } })),
    remount: (key) =>
      store.setState(({ open }) => ({
        open: open.map((tab) => (tab.key === key ? { ...tab, mountCount: tab.mountCount + 1 } : tab)),
      })),
    begin: (routes, stored, chosen = []) =>
      store.setState(({ open }) => ({
        open: pinnedFirst(restored(open, routes, [...stored, ...chosen], home), chosen, home),
      })),
    clear: () => store.setState({ open: [], active: null, subjects: {} }),
  }
}

function tabOf(address: string, route: Route, home: string): Tab {
  const key = tabKey(address)
  return { key, path: route.path, address, mountCount: 0, visited: 0, entered: 0, ...factsOfRoute(route, home) }
}

const isFixed = (route: Route, home: string) => route.pinned || route.path === home

const factsOfRoute = (route: Route, home: string): Pick<Tab, 'title' | 'pinned' | 'fixed' | 'keep' | 'isForm'> => ({
  title: route.title,
  pinned: isFixed(route, home),
  fixed: isFixed(route, home),
  keep: route.keep,
  isForm: route.kind === 'form',
})

/** The tabs after a visit, which opens a tab or updates an open one. */
function afterVisit({ open, active }: OpenTabs, tab: Tab, visits: number, isNew: boolean): OpenTabs {
  const before = open.find((other) => other.key === tab.key)
  if (!before) return { open: [...open, { ...tab, visited: visits }], active: tab.key }
  // A tab without keep-alive mounts again when the user returns to it, not when its own query changes.
  const mountCount = !tab.keep && active !== tab.key ? before.mountCount + 1 : before.mountCount
  const isEntered = isNew && (active !== tab.key || before.address === tab.address)
  const entered = before.entered + (isEntered ? 1 : 0)
  const { path, pinned } = before
  const next = { ...tab, path, pinned, mountCount, visited: visits, entered }
  return { open: open.map((other) => (other.key === tab.key ? next : other)), active: tab.key }
}

/** Pinned screens, then stored tabs that may still be opened, then already open ones. */
function restored(
  open: readonly Tab[],
  routes: Readonly<Record<string, Route>>,
  stored: readonly string[],
  home: string,
): readonly Tab[] {
  const mayOpen = (route: Route) => !route.href && !route.redirect
  const fixed = Object.values(routes)
    .filter((route) => isFixed(route, home) && mayOpen(route))
    .map((route) => tabOf(route.path, route, home))
  const remembered = stored.flatMap((address) => {
    const route = routes[new URL(address, 'http://own').pathname]
    return route && mayOpen(route) ? [tabOf(address, route, home)] : []
  })
  const stillOpen = open.filter((tab) => routes[tab.path])
  const keys = new Set<string>()
  // Tabs that are already open keep their stored order.
  return [...fixed, ...remembered, ...stillOpen]
    .map((tab) => stillOpen.find((other) => other.key === tab.key) ?? tab)
    .filter(({ key }) => !keys.has(key) && keys.add(key))
    .map((tab) => ({ ...tab, ...factsOfRoute(declared(routes, tab.path), home) }))
}

/** Pins the chosen tabs beside the fixed ones, and puts `home` first, then the fixed and the chosen ones. */
function pinnedFirst(open: readonly Tab[], chosen: readonly string[], home: string): readonly Tab[] {
  const rank = (tab: Tab) => (tab.path === home ? 0 : tab.fixed ? 1 : tab.pinned ? 2 : 3)
  return open
    .map((tab) => ({ ...tab, pinned: tab.fixed || chosen.includes(tab.key) }))
    .sort((a, b) => rank(a) - rank(b))
}

/** Drops the oldest tabs beyond the limit, never the active one or those with unsaved changes. */
function bounded({ open, active }: OpenTabs, isUnsaved: (key: string) => boolean): readonly Tab[] {
  const excess = open.length - maxOpenTabs
  if (excess <= 0) return open
  const mayClose = ({ key, pinned }: Tab) => !pinned && key !== active && !isUnsaved(key)
  const closed = open
    .filter(mayClose)
    .sort((a, b) => a.visited - b.visited)
    .slice(0, excess)
  return open.filter((tab) => !closed.includes(tab))
}

/**
 * The keys of the tabs to mount: the active one, those with unsaved changes, and the last visited ones with
 * keep-alive.
 */
export function mountedKeys({ open, active }: OpenTabs, isUnsaved: (key: string) => boolean): ReadonlySet<string> {
  const recent = open
    .filter((tab) => tab.keep && tab.visited > 0)
    .sort((a, b) => b.visited - a.visited)
    .slice(0, maxMountedTabs)
  const keys = new Set(recent.map((tab) => tab.key))
  for (const tab of open) if (tab.key === active || (tab.visited > 0 && isUnsaved(tab.key))) keys.add(tab.key)
  return keys
}

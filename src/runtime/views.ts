// Which screens has this person open? The tabs, keyed by the address without what is only the state of a list, and which of them stay mounted.
// Two addresses with different keys never share anything.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Text } from '../manifest/app'
import type { RouteInfo } from '../protocol/calls'

export interface View {
  readonly key: string
  readonly path: string
  /** Path and query as last seen. */
  readonly address: string
  readonly title: Text
  readonly pinned: boolean
  readonly keep: boolean
  /** Counts up when the view is to be made anew. */
  readonly made: number
  /** Counts up with every visit; 0: never visited since the page was loaded. */
  readonly visited: number
}

export interface ViewsState {
  readonly views: readonly View[]
  readonly active: string | null
}

export interface Views extends StoreApi<ViewsState> {
  /** An address was opened. */
  visit(address: string, route: RouteInfo): void
  /** Where a menu item leads: to the view as it was left, when there is one. */
  addressOf(path: string): string
  /** Closes some and answers the address to go to when the active one is gone. */
  close(keys: readonly string[]): string | null
  /** The view is made anew. */
  remake(key: string): void
  /** What changes with the person: pinned screens first, restored tabs that may still be opened. */
  begin(routes: Readonly<Record<string, RouteInfo>>, kept: readonly string[]): void
  clear(): void
}

/** Views that stay mounted besides the active one and those with unsaved changes. */
export const mostMounted = 8
const mostViews = 40
/** Query names that are state of a view and no part of what it shows. */
const stateNames = new Set(['words', 'tab', 'sort', 'page', 'size', 'record'])

/** Whether a query name only says how a view stands: list state, f.<field> filters, v.<name> of other blocks. */
function isViewState(name: string): boolean {
  return stateNames.has(name) || name.startsWith('f.') || name.startsWith('v.')
}

/** The key of an address: its path and what of its query is no view state, in a fixed order. */
export function viewKey(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://own')
  const rest = [...searchParams].filter(([name]) => !isViewState(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return rest.length ? `${pathname}?${new URLSearchParams(rest).toString()}` : pathname
}

/** `home`: where one is when nothing else is open; its tab stays. */
export function createViews(home: string): Views {
  const stays = (route: RouteInfo) => route.pinned || route.path === home
  const store = createStore<ViewsState>(() => ({ views: [], active: null }))
  let visits = 0
  const viewOf = (address: string, route: RouteInfo): View => ({
    key: viewKey(address),
    path: route.path,
    address,
    title: route.title,
    pinned: stays(route),
    keep: route.keep,
    made: 0,
    visited: 0,
  })
  return {
    ...store,
    visit(address, route) {
      const key = viewKey(address)
      visits++
      store.setState(({ views, active }) => {
        const known = views.find((view) => view.key === key)
        if (!known) return { views: bounded([...views, { ...viewOf(address, route), visited: visits }]), active: key }
        // A view that is not kept is made anew when one comes back to it, not when its own query changes.
        const made = !route.keep && active !== key ? known.made + 1 : known.made
        const next = {
          ...known,
          address,
          title: route.title,
          pinned: stays(route),
          keep: route.keep,
          made,
          visited: visits,
        }
        return { views: views.map((view) => (view.key === key ? next : view)), active: key }
      })
    },
    addressOf: (path) => store.getState().views.find((view) => view.key === viewKey(path))?.address ?? path,
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
    begin(routes, kept) {
      const pinned = Object.values(routes)
        .filter((route) => stays(route) && !route.href && !route.redirect)
        .map((route) => viewOf(route.path, route))
      const open = store.getState().views.filter((view) => routes[view.path])
      // What is open already stands where it stood before the page was loaded.
      const wanted = [...pinned, ...kept.flatMap((address) => restored(address, routes, viewOf)), ...open]
      const keys = new Set<string>()
      const views = wanted
        .map((view) => open.find((other) => other.key === view.key) ?? view)
        .filter(({ key }) => !keys.has(key) && keys.add(key))
        .map((view) => ({
          ...view,
          title: routes[view.path]!.title,
          pinned: stays(routes[view.path]!),
          keep: routes[view.path]!.keep,
        }))
      const rank = (view: View) => (view.path === home ? 0 : view.pinned ? 1 : 2)
      store.setState({ views: views.sort((a, b) => rank(a) - rank(b)) })
    },
    clear: () => store.setState({ views: [], active: null }),
  }
}

function restored(
  address: string,
  routes: Readonly<Record<string, RouteInfo>>,
  viewOf: (address: string, route: RouteInfo) => View,
): View[] {
  const route = routes[new URL(address, 'http://own').pathname]
  return route && !route.href && !route.redirect ? [viewOf(address, route)] : []
}

function bounded(views: readonly View[]): readonly View[] {
  if (views.length <= mostViews) return views
  const oldest = views.filter((view) => !view.pinned).sort((a, b) => a.visited - b.visited)[0]
  return views.filter((view) => view !== oldest)
}

/** The keys of the views that are to be mounted: the active one, those with unsaved changes, and the last visited that are kept. */
export function mountedKeys({ views, active }: ViewsState, isUnsaved: (key: string) => boolean): ReadonlySet<string> {
  const recent = views
    .filter((view) => view.keep && view.visited > 0)
    .sort((a, b) => b.visited - a.visited)
    .slice(0, mostMounted)
  const keys = new Set(recent.map((view) => view.key))
  for (const view of views) if (view.key === active || (view.visited > 0 && isUnsaved(view.key))) keys.add(view.key)
  return keys
}

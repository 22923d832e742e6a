// Resolves the address to a redirect, a refusal or a screen.
// Opens the tab of a screen and sets the document title.
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import type { Route } from '../../../manifest/access/navigation'
import { useProduct, useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import { useBackGuard } from '../../../client/navigation/backCloses'
import { builtInPaths, refreshedAddress } from '../../../client/navigation/builtInPaths'
import { subjectOf, tabKey, type Tabs } from '../../../client/navigation/tabs'

export type AddressTarget =
  | { to: string; remount?: boolean }
  | { page: 'missing' | 'forbidden' }
  | { route: Route }
  | { unknown: string }

/** The target of the current address; `isPublic`: it looks the same with a session as without. */
export function useAddressTarget(tabs: Tabs): { readonly target: AddressTarget; readonly isPublic: boolean } {
  const routes = useSession((state) => state.boot?.routes)
  const home = useProduct().homeScreen
  const { entry } = useRuntime()
  const { pathname, search, key } = useLocation()
  const target = targetOf(pathname, search, routes ?? {}, home)
  const route = 'route' in target ? target.route : undefined
  const isPublic = route?.layout === 'empty' && Object.hasOwn(entry.routes, route.path)
  useBackGuard()
  useRedirect(target, tabs, { pathname, key })
  // A public screen gets no tab.
  useLayoutEffect(() => {
    if (route && !isPublic) tabs.visit(pathname + search, route, key)
  }, [tabs, pathname, search, route, key, isPublic])
  useDocumentTitle(route, isPublic ? undefined : tabs)
  return { target, isPublic }
}

/**
 * The router draws a new location when it has time. Until then a person may have come to the redirecting address again,
 * which draws nothing new, or have left it.
 */
function useRedirect(target: AddressTarget, tabs: Tabs, { pathname, key }: Pick<Location, 'pathname' | 'key'>): void {
  const navigate = useNavigate()
  const to = 'to' in target ? target.to : null
  const remount = 'to' in target && target.remount === true
  useEffect(() => {
    if (to === null) return
    const redirect = () => {
      if (window.location.pathname !== pathname) return
      if (remount) tabs.remount(tabKey(to))
      void navigate(to, { replace: true })
    }
    window.addEventListener('popstate', redirect)
    redirect()
    return () => window.removeEventListener('popstate', redirect)
  }, [to, remount, navigate, tabs, pathname, key])
}

/** What the tab shows comes first, since a browser cuts off the end. `tabs` absent: the page has none. */
function useDocumentTitle(route: Route | undefined, tabs: Tabs | undefined): void {
  const { title } = useProduct()
  const { pick } = useTranslator()
  const [subject, setSubject] = useState<string>()
  useEffect(() => {
    const read = () => {
      const state = tabs?.getState()
      setSubject(state?.active ? subjectOf(state, state.active) : undefined)
    }
    read()
    return tabs?.subscribe(read)
  }, [tabs])
  useEffect(() => {
    const names = [route && subject, route && pick(route.title), pick(title)]
    document.title = names.filter(Boolean).join(' - ')
  }, [route, subject, pick, title])
}

function targetOf(
  pathname: string,
  search: string,
  routes: Readonly<Record<string, Route>>,
  home: string,
): AddressTarget {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (path !== pathname) return { to: (path || '/') + search }
  const refreshed = refreshedAddress(path)
  if (refreshed !== undefined) return { to: refreshed + search, remount: true }
  if (path === builtInPaths.root || path === builtInPaths.signIn) return { to: home }
  if (path === builtInPaths.missing) return { page: 'missing' }
  if (path === builtInPaths.forbidden) return { page: 'forbidden' }
  const route = routes[path]
  if (!route) return { unknown: path }
  if (route.redirect) return { to: route.redirect }
  return { route }
}

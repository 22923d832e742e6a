// Where does an address lead, and what stands around it? Resolves redirects and refusals, keeps the visited views, and draws side bar, top bar and tabs.
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { RouteInfo } from '../../protocol/calls'
import { places } from '../../runtime/places'
import { useProduct, useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Blocks } from '../../runtime/Screen'
import type { Unsaved } from '../../runtime/unsaved'
import { viewKey, type Views } from '../../runtime/views'
import { useNarrow } from '../useNarrow'
import { FullPage } from './FullPage'
import { Ground } from './Ground'
import { hiddenFrom } from './hiddenFrom'
import { KeptViews } from './KeptViews'
import { SideBar } from './SideBar'
import { TabBar } from './TabBar'
import { TopBar } from './TopBar'
import { UnknownAddress } from './UnknownAddress'
import { useKeptTabs } from './useKeptTabs'
import { useSideBar } from './useSideBar'
import styles from './signIn.module.css'

const ManifestProblems = lazy(() => import('./ManifestProblems'))

interface FrameProps {
  readonly views: Views
  readonly unsaved: Unsaved
  readonly blocks: Blocks
}

type Place =
  | { to: string; remake?: boolean }
  | { page: 'missing' | 'forbidden' }
  | { route: RouteInfo }
  | { unknown: string }

export function Frame({ views, unsaved, blocks }: FrameProps) {
  const routes = useSession((state) => state.boot?.routes)
  const problems = useSession((state) => state.problems.length > 0)
  const { home, title } = useProduct()
  const { pick } = useWords()
  const location = useLocation()
  const navigate = useNavigate()
  const { entry } = useRuntime()
  const narrow = useNarrow(1024)
  const address = location.pathname + location.search
  const side = useSideBar(narrow, address)
  const place = placeOf(location.pathname, location.search, routes ?? {}, home)
  const route = 'route' in place ? place.route : undefined
  const still = useSession((state) => state.still)
  useKeptTabs(views)

  const to = 'to' in place ? place.to : null
  const remake = 'to' in place && place.remake === true
  useEffect(() => {
    if (to === null) return
    if (remake) views.remake(viewKey(to))
    void navigate(to, { replace: true })
  }, [to, remake, navigate, views])
  useLayoutEffect(() => {
    if (route) views.visit(address, route)
  }, [views, address, route])
  useEffect(() => {
    const names = [route && pick(route.title), pick(title)]
    document.title = names.filter(Boolean).join(' - ')
  }, [route, pick, title])

  const open = (path: string) => void navigate(views.addressOf(path))
  const content =
    'page' in place ? (
      <FullPage kind={place.page} text={(location.state as { text?: string } | null)?.text} />
    ) : 'unknown' in place ? (
      <UnknownAddress path={place.unknown} />
    ) : null
  if (route?.layout === 'empty') {
    const kept = <KeptViews views={views} unsaved={unsaved} blocks={blocks} hidden={false} />
    // What is public looks the same with a session as without.
    return Object.hasOwn(entry.routes, route.path) ? (
      <Ground wide={route.kind !== 'page'} beside={route.kind === 'page' ? undefined : <BackHome />}>
        {route.kind === 'page' ? kept : <div className="shell-public shell-public-kept">{kept}</div>}
      </Ground>
    ) : (
      <main className="shell-empty" id="content">
        {kept}
      </main>
    )
  }
  return (
    <div className="shell" data-side={side.state} data-still={still}>
      <a
        className="shell-skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        <SkipText />
      </a>
      <SideBar side={side} active={location.pathname} open={open} />
      <div className="shell-main" {...hiddenFrom(side.state === 'over')}>
        <TopBar side={side} route={route} open={open} unsaved={unsaved} />
        <TabBar views={views} unsaved={unsaved} />
        {problems && (
          <Suspense fallback={null}>
            <ManifestProblems />
          </Suspense>
        )}
        <main className="shell-content" id="content" tabIndex={-1}>
          {content}
          <KeptViews views={views} unsaved={unsaved} blocks={blocks} hidden={content !== null} />
        </main>
      </div>
    </div>
  )
}

/** Whoever has a session finds the way back from a page that stands for itself. */
function BackHome() {
  const { t } = useWords()
  return (
    <Link className={styles.language} to={useProduct().home}>
      {t('shell.backHome')}
    </Link>
  )
}

function SkipText() {
  const { t } = useWords()
  return <>{t('shell.skip')}</>
}

function placeOf(pathname: string, search: string, routes: Readonly<Record<string, RouteInfo>>, home: string): Place {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  if (path !== pathname) return { to: (path || '/') + search }
  if (path.startsWith(`${places.refresh}/`)) return { to: path.slice(places.refresh.length) + search, remake: true }
  if (path === places.root || path === places.signIn) return { to: home }
  if (path === places.missing) return { page: 'missing' }
  if (path === places.forbidden) return { page: 'forbidden' }
  const route = routes[path]
  if (!route) return { unknown: path }
  if (route.redirect) return { to: route.redirect }
  return { route }
}

// The application around the screens: side bar, top bar and tabs.
// Draws the target of the address, and keeps visited tabs mounted.
import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import type { Route } from '../../manifest/access/navigation'
import { useProduct, useSession, useTranslator } from '../../client/context/clientContext'
import type { Blocks } from '../../client/ScreenRenderer'
import type { Unsaved } from '../../client/navigation/unsavedChanges'
import type { Tabs } from '../../client/navigation/tabs'
import { useNarrow } from '../controls/hooks/useMedia'
import { FullPage } from '../controls/refusal/FullPage'
import { hiddenFrom } from '../controls/inert'
import { BottomBar } from './bars/BottomBar'
import { ScreenFinder } from './finder/ScreenFinder'
import { useShortcutSheet } from './finder/useShortcutSheet'
import { Guarded } from './view/Guarded'
import { MountedTabs } from './view/MountedTabs'
import { SideBar } from './bars/SideBar'
import { TabBar } from './bars/TabBar'
import { TopBar } from './bars/TopBar'
import { PublicScreen } from './PublicScreen'
import { UnknownAddress } from './view/UnknownAddress'
import { Waiting } from './view/ViewBody'
import { useAddressedSection } from './view/useAddressedSection'
import { useAddressTarget, type AddressTarget } from './view/useAddressTarget'
import { useRestoredTabs } from './useRestoredTabs'
import { useSideBar } from './bars/useSideBar'
import styles from '../auth/publicLayout/publicLayout.module.css'

const ManifestProblems = lazy(() => import('../feedback/ManifestProblems'))

interface FrameProps {
  readonly tabs: Tabs
  readonly unsaved: Unsaved
  readonly blocks: Blocks
}

export function AppLayout(props: FrameProps) {
  return (
    <Guarded>
      <Layout {...props} />
    </Guarded>
  )
}

function Layout({ tabs, unsaved, blocks }: FrameProps) {
  useRestoredTabs(tabs)
  const { target, isPublic } = useAddressTarget(tabs)
  const route = 'route' in target ? target.route : undefined
  const refusal = standInPage(target)
  const mounted = <MountedTabs tabs={tabs} unsaved={unsaved} blocks={blocks} hidden={refusal !== null} />
  if (route && isPublic) return <PublicScreen route={route} blocks={blocks} beside={<BackHome />} />
  if (route?.layout === 'empty')
    return (
      <main className="shell-empty" id="content">
        {mounted}
      </main>
    )
  return (
    <Shell tabs={tabs} unsaved={unsaved} route={route}>
      {refusal}
      {'to' in target && <WaitingForTab tabs={tabs} />}
      {mounted}
    </Shell>
  )
}

interface ShellProps {
  readonly tabs: Tabs
  readonly unsaved: Unsaved
  readonly route: Route | undefined
  readonly children: ReactNode
}

/** The bars around the content. */
function Shell({ tabs, unsaved, route, children }: ShellProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const side = useSideBar(useNarrow(1024), pathname + search)
  const still = useSession((state) => state.stillSidebar)
  const problems = useSession(
    (state) => state.problems.length + state.warnings.length + (state.waitingChanges?.count ?? 0) > 0,
  )
  const phone = useNarrow(640)
  const [finding, setFinding] = useState(false)
  const find = () => setFinding(true)
  const shortcuts = useShortcutSheet()
  const open = (path: string) => void navigate(tabs.addressOf(path))
  useAddressedSection()
  return (
    <div className="shell" data-side={side.state} data-still={still}>
      <SkipLink />
      <SideBar side={side} active={pathname} open={open} />
      <div className="shell-main" {...hiddenFrom(side.state === 'over')}>
        <TopBar
          side={side}
          route={route}
          phone={phone}
          open={open}
          find={find}
          showShortcuts={shortcuts.show}
          unsaved={unsaved}
        />
        <TabBar tabs={tabs} unsaved={unsaved} />
        {problems && (
          <Suspense fallback={null}>
            <ManifestProblems open={open} />
          </Suspense>
        )}
        <main className="shell-content" id="content" tabIndex={-1}>
          {children}
        </main>
        {phone && <BottomBar side={side} active={pathname} open={open} find={find} />}
        {shortcuts.sheet}
        <ScreenFinder isOpen={finding} setOpen={setFinding} open={open} />
      </div>
    </div>
  )
}

/** A placeholder during a redirect, unless a visited tab is still there to be seen. */
function WaitingForTab({ tabs }: { readonly tabs: Tabs }) {
  return useStore(tabs, ({ active }) => active) === null ? <Waiting /> : null
}

/** The page shown instead of a screen; null for a screen or a redirect. */
function standInPage(target: AddressTarget): ReactNode {
  if ('page' in target) return <Refused kind={target.page} />
  return 'unknown' in target ? <UnknownAddress path={target.unknown} /> : null
}

function Refused({ kind }: { kind: 'missing' | 'forbidden' }) {
  const state = useLocation().state as { text?: string; screen?: string } | null
  return <FullPage kind={kind} text={state?.text} screen={state?.screen} />
}

/** The way back from a standalone page, for a signed-in user. */
function BackHome() {
  const { t } = useTranslator()
  return (
    <Link className={styles.language} to={useProduct().homeScreen}>
      {t('shell.backHome')}
    </Link>
  )
}

/** Lets a keyboard user skip the bars. */
function SkipLink() {
  const { t } = useTranslator()
  const focusContent = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }
  return (
    <a className="shell-skip" href="#content" onClick={focusContent}>
      {t('shell.skip')}
    </a>
  )
}

// The bar below a screen on a phone: home, search, create, messages and menu.
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import type { IconName } from '../../../manifest/context/drawnNames'
import { CountBadge } from '../../controls/CountBadge'
import { followInPage } from './followInPage'
import { Icon } from '../../controls/icons'
import { useMessageCenter } from './useMessageCenter'
import type { SideBarState } from './useSideBar'
import spoken from '../../controls/spoken.module.css'
import './bottom.css'

const CreateSheet = lazy(() => import('./create/CreateSheet'))

interface BottomBarProps {
  readonly side: SideBarState
  readonly active: string
  readonly open: (path: string) => void
  readonly find: () => void
}

/** Draws the five places; messages only if the account may read them. */
export function BottomBar({ side, active, open, find }: BottomBarProps) {
  const { t } = useTranslator()
  const { homeScreen } = useProduct()
  const messages = useMessageCenter()
  // Not mounted before the first click; then stays, so that the focus returns to the button.
  const [isCreating, setIsCreating] = useState<boolean>()
  return (
    <nav className="shell-bottom" aria-label={t('shell.bottomBar')}>
      <PlaceLink path={homeScreen} active={active} open={open}>
        <Place icon="home" title={t('shell.home')} />
      </PlaceLink>
      <button type="button" onClick={find}>
        <Place icon="search" title={t('shell.find')} />
      </button>
      <button type="button" onClick={() => setIsCreating(true)} aria-haspopup="dialog">
        <Place icon="plus" title={t('shell.create')} />
      </button>
      {messages.mayRead && (
        <PlaceLink path={messages.screen} active={active} open={open}>
          <Place icon="bell" title={t('shell.inbox')} count={messages.unread} />
          <span className={spoken.only}>{messages.unreadText}</span>
        </PlaceLink>
      )}
      <button type="button" onClick={side.toggle} aria-expanded={side.state === 'over'}>
        <Place icon="menu" title={t('shell.menuPlace')} />
      </button>
      {isCreating !== undefined && (
        <Suspense fallback={null}>
          <CreateSheet isOpen={isCreating} close={() => setIsCreating(false)} open={open} />
        </Suspense>
      )}
    </nav>
  )
}

interface PlaceLinkProps extends Pick<BottomBarProps, 'active' | 'open'> {
  readonly path: string
  readonly children: ReactNode
}

function PlaceLink({ path, active, open, children }: PlaceLinkProps) {
  return (
    <a
      href={path}
      aria-current={active === path ? 'page' : undefined}
      onClick={(event) => followInPage(event, () => open(path))}
    >
      {children}
    </a>
  )
}

function Place({ icon, title, count = 0 }: { icon: IconName; title: string; count?: number }) {
  return (
    <>
      <CountBadge count={count}>
        <Icon name={icon} size={22} />
      </CountBadge>
      <span>{title}</span>
    </>
  )
}

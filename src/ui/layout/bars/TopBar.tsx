// The bar above a screen: breadcrumb, tools and account.
import { lazy } from 'react'
import type { Route } from '../../../manifest/access/navigation'
import { useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import type { Unsaved } from '../../../client/navigation/unsavedChanges'
import { AccountMenu } from './AccountMenu'
import { DisplayMenus } from '../../theme/DisplayMenus'
import { ErrorLogButton } from '../../feedback/ErrorLogButton'
import { IconButton } from '../../controls/IconButton'
import { IconPopover } from '../../controls/menu/IconPopover'
import { FinderButton } from '../finder/FinderButton'
import { MessageBell } from './messages/MessageBell'
import { Breadcrumb } from './Breadcrumb'
import { useFullScreen } from './useFullScreen'
import type { SideBarState } from './useSideBar'
import { useElapsed } from '../../controls/hooks/useElapsed'

const CreateChoices = lazy(() => import('./create/CreateChoices'))

interface TopBarProps {
  readonly side: SideBarState
  readonly route: Route | undefined
  /** Whether the bottom bar has the menu, the search, the messages and what may be created. */
  readonly phone: boolean
  readonly open: (path: string) => void
  readonly find: () => void
  readonly showShortcuts: () => void
  readonly unsaved: Unsaved
}

/** Draws fewer tools in a narrow window, and those of the bottom bar not at all on a phone. */
export function TopBar({ side, route, phone, open, find, showShortcuts, unsaved }: TopBarProps) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const live = useSession((state) => state.live)
  const full = useFullScreen(() => notifications.say('warning', t('error.noFullScreen')))
  const isVisible = side.state === 'wide' || side.state === 'over'
  return (
    <header className="shell-top">
      {!phone && (
        <IconButton
          icon={side.narrow ? 'menu' : isVisible ? 'fold' : 'unfold'}
          label={t(isVisible ? 'shell.collapse' : 'shell.expand')}
          onClick={side.toggle}
          aria-expanded={isVisible}
        />
      )}
      <Breadcrumb route={route} open={open} />
      <div className="shell-tools">
        {!live && <Reconnecting />}
        {!phone && <CreateButton narrow={side.narrow} open={open} />}
        {!phone && <FinderButton narrow={side.narrow} find={find} />}
        {!side.narrow && <ErrorLogButton />}
        {!side.narrow && (
          <IconButton
            icon={full.on ? 'unfull' : 'full'}
            label={t(full.on ? 'shell.exitFullScreen' : 'shell.fullScreen')}
            onClick={full.toggle}
          />
        )}
        {!phone && <MessageBell open={open} />}
        {!side.narrow && <DisplayMenus />}
        <AccountMenu open={open} showShortcuts={showShortcuts} unsaved={unsaved} narrow={side.narrow} />
      </div>
    </header>
  )
}

/** Offers what may be created, as the bottom bar of a phone does. */
function CreateButton({ narrow, open }: { readonly narrow: boolean; readonly open: (path: string) => void }) {
  const { t } = useTranslator()
  const label = t('shell.create')
  return (
    <IconPopover icon="plus" label={label} text={narrow ? undefined : label} className="shell-create">
      {(close) => <CreateChoices isOpen close={close} open={open} />}
    </IconPopover>
  )
}

/**
 * Milliseconds before a lost connection is shown: shorter interruptions do not matter, and a new page has no status
 * yet.
 */
const slowNoticeAfterMs = 3_000

function Reconnecting() {
  const { t } = useTranslator()
  const isLong = useElapsed(slowNoticeAfterMs)
  if (!isLong) return null
  return (
    <span className="shell-offline" role="status">
      {t('shell.reconnecting')}
    </span>
  )
}

// The bar above a screen: breadcrumb, tools and account.
import type { Route } from '../../../manifest/access/navigation'
import { useRuntime, useSession, useTranslator } from '../../../client/context/clientContext'
import type { Unsaved } from '../../../client/navigation/unsavedChanges'
import { AccountMenu } from './AccountMenu'
import { DisplayMenus } from '../../theme/DisplayMenus'
import { ErrorLogButton } from '../../feedback/ErrorLogButton'
import { IconButton } from '../../controls/IconButton'
import { FinderButton } from '../finder/FinderButton'
import { MessageBell } from './messages/MessageBell'
import { Breadcrumb } from './Breadcrumb'
import { useFullScreen } from './useFullScreen'
import type { SideBarState } from './useSideBar'
import { useElapsed } from '../../controls/hooks/useElapsed'

interface TopBarProps {
  readonly side: SideBarState
  readonly route: Route | undefined
  /** Whether the bottom bar has the menu, the search and the messages. */
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

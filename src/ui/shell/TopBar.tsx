// What stands above a screen? Where one is, what waits, and who one is.
import type { RouteInfo } from '../../protocol/calls'
import { useProduct, useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Unsaved } from '../../runtime/unsaved'
import { AccountMenu } from './AccountMenu'
import { Counted } from './Counted'
import { DisplayMenus } from './DisplayMenus'
import { ErrorLogButton } from './ErrorLogButton'
import { IconButton } from './IconButton'
import { ScreenFinder } from './ScreenFinder'
import { Trail } from './Trail'
import { useFullScreen } from './useFullScreen'
import type { SideBarState } from './useSideBar'

interface TopBarProps {
  readonly side: SideBarState
  readonly route: RouteInfo | undefined
  readonly open: (path: string) => void
  readonly unsaved: Unsaved
}

export function TopBar({ side, route, open, unsaved }: TopBarProps) {
  const { t } = useWords()
  const { messages } = useProduct()
  const { notices } = useRuntime()
  const counters = useSession((state) => state.counters)
  const mayReadMessages = useSession((state) => Boolean(state.boot?.routes[messages.screen]))
  const live = useSession((state) => state.live)
  const unread = Object.values(counters).reduce((sum, count) => sum + count, 0)
  const full = useFullScreen(() => notices.say('warning', t('fault.noFullScreen')))
  const shown = side.state === 'wide' || side.state === 'over'
  return (
    <header className="shell-top">
      <IconButton
        icon={side.narrow ? 'menu' : shown ? 'fold' : 'unfold'}
        label={t(shown ? 'shell.collapse' : 'shell.expand')}
        onClick={side.toggle}
        aria-expanded={shown}
      />
      <Trail route={route} open={open} />
      <div className="shell-tools">
        {!live && (
          <span className="shell-offline" role="status">
            <Reconnecting />
          </span>
        )}
        <ScreenFinder open={open} narrow={side.narrow} />
        {!side.narrow && <ErrorLogButton />}
        {!side.narrow && (
          <IconButton
            icon={full.on ? 'unfull' : 'full'}
            label={t(full.on ? 'shell.exitFullScreen' : 'shell.fullScreen')}
            onClick={full.toggle}
          />
        )}
        {mayReadMessages && (
          <Counted count={unread}>
            <IconButton
              icon="bell"
              label={unread ? `${t('shell.messages')}: ${t('shell.unread', { count: unread })}` : t('shell.messages')}
              onClick={() => open(messages.screen)}
            />
          </Counted>
        )}
        {!side.narrow && <DisplayMenus />}
        <AccountMenu open={open} unsaved={unsaved} narrow={side.narrow} />
      </div>
    </header>
  )
}

function Reconnecting() {
  const { t } = useWords()
  return <>{t('shell.reconnecting')}</>
}

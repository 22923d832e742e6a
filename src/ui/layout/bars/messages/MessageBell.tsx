// The bell of the top bar: the number of unread messages, and a panel with the latest.
import { lazy } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { CountBadge } from '../../../controls/CountBadge'
import { IconPopover } from '../../../controls/menu/IconPopover'
import { useMessageCenter } from '../useMessageCenter'

const MessagePanel = lazy(() => import('./MessagePanel'))

/** `open` navigates to a screen. Renders nothing for callers who may not open the screen of messages. */
export function MessageBell({ open }: { readonly open: (path: string) => void }) {
  const { t } = useTranslator()
  const { screen, mayRead, unread, unreadText } = useMessageCenter()
  if (!mayRead) return null
  return (
    <CountBadge count={unread}>
      <IconPopover icon="bell" label={[t('shell.messages'), unreadText].filter(Boolean).join(': ')}>
        {(close) => (
          <MessagePanel
            close={close}
            openAll={() => {
              close()
              open(screen)
            }}
          />
        )}
      </IconPopover>
    </CountBadge>
  )
}

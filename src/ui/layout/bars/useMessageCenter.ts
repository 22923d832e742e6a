// The user's message center: its screen and the number of unread messages.
import { useProduct, useSession, useTranslator } from '../../../client/context/clientContext'

interface MessageCenter {
  readonly screen: string
  readonly mayRead: boolean
  readonly unread: number
  /** "3 unread messages"; empty where there are none. */
  readonly unreadText: string
}

/** The number comes from the live counters, without a call; `unreadText` is empty for none. */
export function useMessageCenter(): MessageCenter {
  const { t } = useTranslator()
  const { screen } = useProduct().messages
  const counters = useSession((state) => state.counters)
  const mayRead = useSession((state) => Boolean(state.boot?.routes[screen]))
  const unread = Object.values(counters).reduce((sum, count) => sum + count, 0)
  return { screen, mayRead, unread, unreadText: unread ? t('shell.unread', { count: unread }) : '' }
}

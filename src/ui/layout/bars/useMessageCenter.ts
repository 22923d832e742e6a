// The user's message center: its screen and the number of unread messages.
import type { Route } from '../../../manifest/access/navigation'
import { sectionAddress } from '../../../client/navigation/sectionAddress'
import { useProduct, useSession, useTranslator } from '../../../client/context/clientContext'

interface MessageCenter {
  readonly screen: string
  readonly mayRead: boolean
  readonly unread: number
  /** "3 unread messages"; empty where there are none. */
  readonly unreadText: string
  /** The address of the form with which the user chooses where else messages arrive. */
  readonly choices: string | undefined
}

/** The number comes from the live counters, without a call; `unreadText` is empty for none. */
export function useMessageCenter(): MessageCenter {
  const { t } = useTranslator()
  const { screen, choicesEndpoint } = useProduct().messages
  const counters = useSession((state) => state.counters)
  const mayRead = useSession((state) => Boolean(state.boot?.routes[screen]))
  const choices = useSession((state) => choicesIn(Object.values(state.boot?.routes ?? {}), choicesEndpoint))
  const unread = Object.values(counters).reduce((sum, count) => sum + count, 0)
  return { screen, mayRead, unread, unreadText: unread ? t('shell.unread', { count: unread }) : '', choices }
}

function choicesIn(routes: readonly Route[], endpoint: string | undefined): string | undefined {
  if (endpoint === undefined) return undefined
  for (const { path, sections = [] } of routes) {
    const section = sections.find((one) => one.endpoint === endpoint)
    if (section) return sectionAddress(path, section.index)
  }
  return undefined
}

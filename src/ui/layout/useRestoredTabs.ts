// Restores the tabs after a reload: those of the account in this browser tab,
// and everywhere those that it pinned.
import { useEffect } from 'react'
import { pruneClosedTabs, pruneOtherAccounts, tabAddresses } from '../../client/navigation/tabStorage'
import { useSession } from '../../client/context/clientContext'
import { pinnedTabsName } from './bars/tabMenu'
import type { Tabs } from '../../client/navigation/tabs'

export function useRestoredTabs(tabs: Tabs): void {
  const account = useSession((state) => state.boot?.account.id)
  const routes = useSession((state) => state.boot?.routes)
  const pinned = useSession((state) => state.boot?.preferences[pinnedTabsName])
  useEffect(() => {
    if (account === undefined || !routes) return
    pruneOtherAccounts(account)
    const stored = tabAddresses(account)
    const chosen = Array.isArray(pinned) ? pinned.filter((key): key is string => typeof key === 'string') : []
    tabs.begin(routes, stored.read(), chosen)
    const save = ({ open }: Pick<ReturnType<Tabs['getState']>, 'open'>) => {
      stored.write(open.map((tab) => tab.address))
      pruneClosedTabs(account, new Set(open.map((tab) => tab.key)))
    }
    save(tabs.getState())
    return tabs.subscribe(save)
  }, [account, routes, pinned, tabs])
}

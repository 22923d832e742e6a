// Restores the tabs after a reload: those of the account in this browser tab.
import { useEffect } from 'react'
import { pruneClosedTabs, pruneOtherAccounts, tabAddresses } from '../../client/navigation/tabStorage'
import { useSession } from '../../client/context/clientContext'
import type { Tabs } from '../../client/navigation/tabs'

export function useRestoredTabs(views: Tabs): void {
  const account = useSession((state) => state.boot?.account.id)
  const routes = useSession((state) => state.boot?.routes)
  useEffect(() => {
    if (account === undefined || !routes) return
    pruneOtherAccounts(account)
    const stored = tabAddresses(account)
    views.begin(routes, stored.read())
    const keep = ({ views: open }: Pick<ReturnType<Tabs['getState']>, 'views'>) => {
      stored.write(open.map((view) => view.address))
      pruneClosedTabs(account, new Set(open.map((view) => view.key)))
    }
    keep(views.getState())
    return views.subscribe(keep)
  }, [account, routes, views])
}

// Restores the tabs after a reload: those of the account in this browser tab.
import { useEffect } from 'react'
import { pruneClosedTabs, pruneOtherAccounts } from '../../client/navigation/tabStorage'
import { useSession } from '../../client/context/clientContext'
import type { Tabs } from '../../client/navigation/tabs'

const prefix = 'views:'

export function useRestoredTabs(views: Tabs): void {
  const account = useSession((state) => state.boot?.account.id)
  const routes = useSession((state) => state.boot?.routes)
  useEffect(() => {
    if (account === undefined || !routes) return
    pruneOtherAccounts(account)
    views.begin(routes, readKept(prefix + account))
    const keep = ({ views: open }: Pick<ReturnType<Tabs['getState']>, 'views'>) => {
      sessionStorage.setItem(prefix + account, JSON.stringify(open.map((view) => view.address)))
      pruneClosedTabs(account, new Set(open.map((view) => view.key)))
    }
    keep(views.getState())
    return views.subscribe(keep)
  }, [account, routes, views])
}

function readKept(name: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((address): address is string => typeof address === 'string' && address.startsWith('/'))
      : []
  } catch {
    // Not an entry of this application: no tabs.
    return []
  }
}

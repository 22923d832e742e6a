// Which tabs does a person find after a reload? Those she had in this browser tab, under her own number: nobody else's.
import { useEffect } from 'react'
import { forgetClosed, forgetOthers } from '../../runtime/kept'
import { useSession } from '../../runtime/runtime'
import type { Views } from '../../runtime/views'

const prefix = 'views:'

export function useKeptTabs(views: Views): void {
  const account = useSession((state) => state.boot?.account.id)
  const routes = useSession((state) => state.boot?.routes)
  useEffect(() => {
    if (account === undefined || !routes) return
    forgetOthers(account)
    views.begin(routes, readKept(prefix + account))
    const keep = ({ views: open }: Pick<ReturnType<Views['getState']>, 'views'>) => {
      sessionStorage.setItem(prefix + account, JSON.stringify(open.map((view) => view.address)))
      forgetClosed(account, new Set(open.map((view) => view.key)))
    }
    keep(views.getState())
    return views.subscribe(keep)
  }, [account, routes, views])
}

function readKept(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((address): address is string => typeof address === 'string' && address.startsWith('/'))
      : []
  } catch {
    // Whatever stands there is not ours: no tabs.
    return []
  }
}

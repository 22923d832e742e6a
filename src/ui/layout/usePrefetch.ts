// Preloads the parts that users open next, once the first screen has its records and is idle.
// Without a session none of them is needed.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRuntime } from '../../client/context/clientContext'
import { activeReads } from '../../client/data/queries'
import { rememberFirstReads } from '../../client/transport/firstReads'

const parts = [
  () => import('../actions/PendingAction'),
  () => import('../screens/record/RecordDrawer'),
  () => import('../screens/form/FormBlock'),
  () => import('./finder/CommandPalette'),
  () => import('../feedback/MessageHost'),
  () => import('../feedback/QuestionDialog'),
  () => import('../auth/SignInAgain'),
]

/** Maximum milliseconds to wait for the first records. */
const maxWaitMs = 3_000

/** Whether the first screen has its data, or will not get it. */
export function usePrefetch(records: QueryClient, isSignedIn: boolean): boolean {
  const [firstLoaded, setFirstLoaded] = useState(false)
  const { client } = useRuntime()
  useEffect(() => {
    const cache = records.getQueryCache()
    const hasRecords = () =>
      records.isFetching() === 0 && cache.getAll().filter(({ state }) => state.status !== 'pending').length > 1
    // Not every browser has requestIdleCallback.
    const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 300))
    const remember = () => {
      if (!window.location.search) rememberFirstReads(window.location.pathname, activeReads(records))
    }
    let isScheduled = false
    const loadParts = () => {
      isScheduled = hasRecords()
      if (!isScheduled) return
      stop()
      setFirstLoaded(true)
      client.dropPrefetched()
      remember()
      // A failed load is repeated on use, which shows the failure.
      if (isSignedIn) void Promise.allSettled(parts.map((part) => part()))
    }
    const check = () => {
      if (isScheduled || !hasRecords()) return
      isScheduled = true
      // Also now: a user who has seen the records may leave before the page is idle.
      remember()
      whenIdle(loadParts)
    }
    const stop = cache.subscribe(check)
    check()
    // A screen without requests needs no wait.
    const timer = setTimeout(() => {
      client.dropPrefetched()
      setFirstLoaded(true)
    }, maxWaitMs)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [records, client, isSignedIn])
  return firstLoaded
}

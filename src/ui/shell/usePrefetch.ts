// What will be needed in a moment and is not there yet? Once the first screen has its records and nothing is on its way, the parts that people open next are fetched.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const parts = [
  () => import('../blocks/list/ActionHost'),
  () => import('../blocks/RecordDrawer'),
  () => import('../blocks/FormBlock'),
  () => import('./FinderDialog'),
  () => import('./MessageHolder'),
  () => import('./QuestionDialog'),
  () => import('./SignInAgain'),
]

/** Milliseconds that anything waits for the first records. */
const longest = 3_000

/** Fetches them; answers whether the first screen has what it asked for, or knows that it will not get it. */
export function usePrefetch(records: QueryClient): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const cache = records.getQueryCache()
    const settled = () =>
      records.isFetching() === 0 && cache.getAll().filter(({ state }) => state.status !== 'pending').length > 1
    // Not every browser tells when it is idle.
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 300))
    let asked = false
    const begin = () => {
      asked = settled()
      if (!asked) return
      stop()
      setCalm(true)
      // What could not be fetched now is fetched when it is used, and fails there in sight.
      void Promise.allSettled(parts.map((part) => part()))
    }
    const look = () => {
      if (asked || !settled()) return
      asked = true
      idle(begin)
    }
    const stop = cache.subscribe(look)
    look()
    // A screen that asks for nothing has nothing to wait for.
    const late = setTimeout(() => setCalm(true), longest)
    return () => {
      stop()
      clearTimeout(late)
    }
  }, [records])
  return calm
}

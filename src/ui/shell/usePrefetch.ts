// What will be needed in a moment and is not there yet? Once the first screen has its records and nothing is on its way, the parts that people open next are fetched.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const parts = [
  () => import('../blocks/list/ActionHost'), () => import('../blocks/RecordDrawer'), () => import('../blocks/FormBlock'), () => import('./FinderDialog'),
  () => import('./MessageHolder'), () => import('./QuestionDialog'), () => import('./SignInAgain'),
]

export function usePrefetch(records: QueryClient): void {
  useEffect(() => {
    const cache = records.getQueryCache()
    const settled = () => records.isFetching() === 0 && cache.getAll().filter((query) => query.state.data !== undefined).length > 1
    // Not every browser tells when it is idle.
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 300))
    let asked = false
    const stop = cache.subscribe(() => {
      if (asked || !settled()) return
      asked = true
      idle(() => {
        asked = settled()
        if (!asked) return
        stop()
        // What could not be fetched now is fetched when it is used, and fails there in sight.
        void Promise.allSettled(parts.map((part) => part()))
      })
    })
    return stop
  }, [records])
}

// The present time, for texts such as "2 minutes ago" that grow old while they are read.
// All of them share one timer, which runs while there are any.
import { useSyncExternalStore } from 'react'
import { useFormat } from '../../../client/context/clientContext'

const minuteMs = 60_000

interface MinuteClock {
  /** Calls back each minute, until what it returns is called. */
  readonly subscribe: (changed: () => void) => () => void
  /** Less than a minute old. */
  readonly read: () => Date
}

/** A clock that is read again each minute, as a store of React. */
export function createMinuteClock(): MinuteClock {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = new Date()
    for (const changed of listeners) changed()
  }
  return {
    subscribe(changed) {
      listeners.add(changed)
      timer ??= setInterval(tick, minuteMs)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    read() {
      // The timer does not run without listeners or while the machine sleeps, and a clock may be set back.
      if (Math.abs(Date.now() - now.getTime()) >= minuteMs) now = new Date()
      return now
    },
  }
}

const { subscribe, read } = createMinuteClock()

/** The time, read again each minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read, read)

/** The present calendar day in the product's time zone; another one at midnight. */
export function useToday(): string {
  const format = useFormat()
  const day = () => format.day(read())
  return useSyncExternalStore(subscribe, day, day)
}

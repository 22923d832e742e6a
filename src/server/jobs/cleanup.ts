// Removes each hour what is no longer needed; a failed step does not prevent the others.
import { databaseError } from '../database/connection/databaseError'
import type { Database } from '../database/connection/openDatabase'
import { sweepKeys } from '../mutation/write/idempotency'
import { sweepUndo } from '../mutation/write/undoRuns'

export interface Cleanup {
  readonly database: Pick<Database, 'query'>
  readonly log: { readonly error: (line: string, error?: unknown) => void }
  /** Further steps. */
  readonly hourly?: readonly ((now: Date) => Promise<unknown>)[]
  /** Receives how each round of jobs, and each cleanup, ended. */
  readonly onRound?: (work: 'jobs' | 'cleanup', outcome: 'done' | 'failed') => void
}

const hourMs = 3_600_000
const retryMs = 60_000

/** Returns a function that cleans up when an hour has passed; it throws when the database is unavailable. */
export function hourlyCleanup({ database, log, hourly = [], onRound }: Cleanup): (now: Date) => Promise<void> {
  let cleaned = 0
  return async (now) => {
    // In either direction: a clock that was set back must not end the cleanups until it is there again.
    if (Math.abs(now.getTime() - cleaned) < hourMs) return
    const steps = [() => sweepKeys(database.query, now), () => sweepUndo(database.query, now), ...hourly]
    let unavailable: unknown
    let failed = false
    for (const step of steps)
      await step(now).catch((error: unknown) => {
        failed = true
        if (databaseError(error)) unavailable = error
        else log.error('An hourly cleanup could not be run', error)
      })
    onRound?.('cleanup', failed ? 'failed' : 'done')
    // Without the database all steps are repeated soon, but not at every pulse. Any other failure waits for an hour.
    cleaned = now.getTime() - (unavailable ? hourMs - retryMs : 0)
    if (unavailable) throw unavailable
  }
}

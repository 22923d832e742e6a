// Runs jobs: transitions of entities at their intervals, once among all servers.
// A failure is logged and does not stop the others.
import sql from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import { RequestError } from '../../protocol/requestError'
import { databaseError } from '../database/connection/databaseError'
import type { Database } from '../database/connection/openDatabase'
import { isAheadSql, maxAheadMs } from '../database/sql/aheadOfClock'
import { hourlyCleanup, type Cleanup } from './cleanup'
import { jobsOf, runJob, type JobOutcome, type NamedJob, type Running } from './runJob'

interface JobDependencies extends Pick<Cleanup, 'hourly' | 'onRound'>, Pick<Running, 'onCommitted' | 'files'> {
  readonly database: Pick<Database, 'query' | 'transaction' | 'distributed'>
  /** The live app. */
  readonly app: () => App
  readonly now: () => Date
  readonly log: { readonly error: (line: string, error?: unknown) => void; readonly warn: (line: string) => void }
  /** Receives the outcome of each run of a job. */
  readonly onRun?: (job: string, outcome: { readonly done: number; readonly failed: number }) => void
  /** Milliseconds between two checks for due jobs. */
  readonly pulseMs?: number
}

const defaultPulseMs = 5_000

/**
 * Runs every job that is due at `now`: once among concurrent calls, and not before its interval has passed.
 * Never throws for a single record.
 */
export async function runDueJobs(
  database: JobDependencies['database'],
  app: App,
  now: Date,
  { onCommitted, files }: Pick<JobDependencies, 'onCommitted' | 'files'> = {},
): Promise<JobOutcome> {
  const outcomes: JobOutcome[] = []
  for (const job of jobsOf(app))
    if (await takeTurn(database, job, now)) outcomes.push(await runJob({ database, app, onCommitted, files }, job, now))
  return { done: outcomes.reduce((sum, { done }) => sum + done, 0), failed: outcomes.flatMap(({ failed }) => failed) }
}

/** Polls until the returned function is called, which waits for running work. */
export function startJobs(dependencies: JobDependencies): () => Promise<void> {
  const { database, app, now, log, onCommitted, files, onRun, onRound, pulseMs = defaultPulseMs } = dependencies
  // The moments of the checks, not of the next ones: a saved manifest may change the interval.
  const checkedAt = new Map<string, number>()
  let stopped = false
  let failing = false
  let working: Promise<void> | undefined
  const cleanUp = hourlyCleanup(dependencies)

  const work = async () => {
    const live = app()
    for (const job of jobsOf(live)) {
      if (stopped) return
      const moment = now()
      const passed = moment.getTime() - (checkedAt.get(job.name) ?? 0)
      if (passed >= -maxAheadMs && passed < job.every * 1_000) continue
      // Only after the database has answered: a failed check is repeated at the next pulse, not after the interval.
      const isTurn = await takeTurn(database, job, moment)
      checkedAt.set(job.name, moment.getTime())
      if (isTurn) logOutcome(job, await runJob({ database, app: live, onCommitted, files }, job, moment, () => stopped))
    }
    await cleanUp(now())
  }
  const logOutcome = ({ name }: NamedJob, { done, failed }: JobOutcome) => {
    onRun?.(name, { done, failed: failed.length })
    logFailures(log, failed)
  }
  const timer = setInterval(() => {
    working ??= work()
      .then(() => {
        failing = false
        onRound?.('jobs', 'done')
      })
      .catch((error: unknown) => {
        onRound?.('jobs', 'failed')
        const unavailable = databaseError(error)
        if (!unavailable) return log.error('The jobs could not be run', error)
        // Log the same failure of disk or database once until a round succeeds.
        if (!failing) log.warn(`The jobs could not be run: ${unavailable.message}`)
        failing = true
      })
      .finally(() => {
        working = undefined
      })
  }, pulseMs).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await working
  }
}

/** Logs the records on which a job failed. */
export function logFailures(log: JobDependencies['log'], failed: JobOutcome['failed']): void {
  for (const { job, id, error } of failed)
    if (error instanceof RequestError) log.warn(`${job} was refused for record ${id}: ${error.message}`)
    else log.error(`${job} failed for record ${id}`, error)
}

/**
 * Claims a job's turn: one statement, so that among concurrent servers only one finds the row old enough. An interval
 * of 0 claims it at once.
 */
export async function takeTurn(
  database: Pick<Database, 'query'>,
  { name, every }: Pick<NamedJob, 'name' | 'every'>,
  now: Date,
): Promise<boolean> {
  const taken = await database.query(sql`INSERT INTO "_timed" AS t ("name", "at") VALUES (${name}, ${now})
    ON CONFLICT ("name") DO UPDATE SET "at" = excluded."at"
    WHERE t."at" <= ${new Date(now.getTime() - every * 1_000)} OR ${isAheadSql(sql`t."at"`, now)}
    RETURNING 1 AS "one"`)
  return taken.length > 0
}

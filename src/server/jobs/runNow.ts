// Lists the jobs of the manifests, and runs one at once, whatever its interval.
import sql from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import { byNearness } from '../../manifest/problems/suggest'
import type { DeclaredJob } from '../../protocol/records/jobCalls'
import { RequestError } from '../../protocol/requestError'
import type { Database } from '../database/connection/openDatabase'
import { takeTurn } from './jobs'
import { jobsOf, runJob, type JobOutcome, type NamedJob, type Running } from './runJob'
import { underLock } from './underLock'

/** The jobs by entity and name, each with the moment at which it was last due. */
export async function declaredJobs(database: Pick<Database, 'query'>, app: App): Promise<DeclaredJob[]> {
  const turns = await database.query<{ name: string; lastRun: string }>(
    sql`select "name", "at" as "lastRun" from "_timed"`,
  )
  const lastRuns = new Map(turns.map(({ name, lastRun }) => [name, lastRun]))
  return jobsOf(app).map(({ name, entity, transition, every }) => ({
    name,
    entity: entity.title,
    transition: transition.title,
    everySeconds: every,
    lastRun: lastRuns.get(name) ?? null,
  }))
}

interface RunningNow extends Running {
  readonly database: Running['database'] & Pick<Database, 'exports'>
}

/**
 * Runs a job on all records that are due, whatever its interval, until `stopped`. Its next turn counts from now.
 * @throws RequestError job_not_found, or job_running while another call runs it
 */
export async function runJobNow(
  dependencies: RunningNow,
  name: string,
  now: Date,
  stopped: () => boolean,
): Promise<{ readonly job: NamedJob; readonly outcome: JobOutcome }> {
  const { app, database } = dependencies
  const jobs = jobsOf(app)
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new RequestError('job_not_found', { name, nearest: nearestNames(name, jobs) })
  // Each record is looked at again under its lock, so that the server's own turn may run beside this one.
  const run = await underLock(database, `job ${name}`, async () => {
    await takeTurn(database, { name, every: 0 }, now)
    return runJob(dependencies, job, now, stopped)
  })
  if (!run) throw new RequestError('job_running')
  return { job, outcome: run.value }
}

/** Names that a misspelled one may mean; a dash where there is no job at all. */
function nearestNames(name: string, jobs: readonly NamedJob[]): string {
  const names = byNearness(
    name,
    jobs.map((job) => job.name),
  )
  return names.slice(0, 3).join(', ') || '–'
}

// Answers POST /api/jobs and /api/jobs/run: the jobs of the manifests, for administrators.
import { entityOf } from '../../../manifest/model/app'
import type { JobsAnswer, RunJobAnswer, RunJobRequest } from '../../../protocol/records/jobCalls'
import { RequestError } from '../../../protocol/requestError'
import { requestScope } from '../../context/requestScope'
import { logFailures } from '../../jobs/jobs'
import { declaredJobs, runJobNow } from '../../jobs/runNow'
import { recordAudit } from '../../mutation/audit'
import { runDependencies } from '../../mutation/runDependencies'
import type { RequestContext } from '../contract/operation'
import { namedRefusals } from '../records/batch'

/** Records that remain when the time is over are done by the next press, or by the job itself. */
const maxSeconds = 20

/** The jobs with their intervals and last runs. */
export const listJobs = async ({ app, server }: RequestContext): Promise<JobsAnswer> => ({
  jobs: await declaredJobs(server.database, app),
})

/**
 * Runs a job as the server does at its interval, on behalf of the system; the audit names the caller.
 * @throws RequestError as `runJobNow`
 */
export async function runJobAtOnce(context: RequestContext, { name }: RunJobRequest): Promise<RunJobAnswer> {
  const { app, server } = context
  const { database, files, log } = server
  const { onCommitted } = runDependencies({ app, server })
  const end = performance.now() + maxSeconds * 1_000
  const { job, outcome } = await runJobNow(
    { app, database, files, onCommitted },
    name,
    context.now,
    () => performance.now() > end,
  )
  const { done, failed, stopped = false } = outcome
  logFailures(log, failed)
  await recordAudit(context, { action: 'jobRun', entity: job.entity.name, rows: done, detail: name })
  const refused = failed.map(({ entity, id, error }) => ({
    entity: entityOf(app, entity),
    id,
    error:
      error instanceof RequestError
        ? error
        : new RequestError('server_error', { reference: requestScope()?.request ?? name }),
  }))
  return { done, refused: await namedRefusals(context, refused), more: stopped }
}

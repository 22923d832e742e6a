// Sends scheduled reports when due, once among all servers: plan, lease, create, send, record.
// If a server stops in between, the lease expires and the next one sends the report under the same id.
import sql, { empty } from 'sql-template-tag'
import { declaredPart, entityOf, type App } from '../../../manifest/model/app'
import { scheduleFields } from '../../../manifest/model/product'
import { savedTexts } from '../../../manifest/model/text'
import { textOf } from '../../../manifest/expression/message'
import { isLastingRefusal, RequestError } from '../../../protocol/requestError'
import type { RawRecord } from '../../context/context'
import { traceRefusal } from '../../context/reply'
import { releaseFiles } from '../../files/fileRecords'
import { identifier } from '../../database/sql/identifier'
import { sendProblemText, SendProblem } from '../../integrations/contract/channel'
import { startWorker, type OnRound } from '../../integrations/contract/worker'
import { runUnattended } from '../../mutation/runUnattended'
import { tenantField, unattendedContext } from '../../mutation/state/writeContext'
import { loadRecords } from '../../query/records/loadRecords'
import type { Dependencies } from '../contract/dependencies'
import { assertExportable, contextOf, sendFile, type SentFile } from './scheduledFile'
import { nextDue, type Rhythm } from './scheduledTimes'

/** Milliseconds after which a report whose server may have ended is sent by another. */
const leaseMs = 15 * 60_000
const firstPauseMs = 5 * 60_000
const maxTries = 5
const maxBatch = 50
/** Fewer than the concurrent exports, so that people can download meanwhile. */
const maxConcurrent = 3

interface DueReport {
  readonly id: number
  readonly account: number
  readonly tenant: number | null
  readonly isPlanned: boolean
}

/** How the turn of a report ended; `failed` is tried again. */
type ReportOutcome = 'sent' | 'failed' | 'stopped'

type ReportDependencies = Dependencies & { readonly onOutcome?: (outcome: ReportOutcome) => void }

/** The accounts whose reports are being sent, with a promise of the end. */
type UnderWay = Map<number, Promise<void>>

/** One round over what is due now; waits for all of it. */
export async function sendScheduled(server: Dependencies, signal?: AbortSignal): Promise<void> {
  const handled: number[] = []
  const underWay: UnderWay = new Map()
  for (;;) {
    handled.push(...(await beginDue(server, { underWay, handled, signal })))
    if (underWay.size === 0) return
    await Promise.race(underWay.values())
  }
}

/**
 * Starts due reports that `underWay` has room for, one per account, since an account may run few exports at once.
 * Returns the accounts.
 */
async function beginDue(
  server: ReportDependencies,
  {
    underWay,
    handled = [],
    signal,
  }: { readonly underWay: UnderWay; readonly handled?: readonly number[]; readonly signal?: AbortSignal },
): Promise<readonly number[]> {
  const app = server.liveApp.current
  const begun: number[] = []
  while (app.product.scheduledReports && underWay.size < maxConcurrent && !signal?.aborted) {
    const due = await server.database.query<DueReport>(
      dueReports(app, server.clock(), [...handled, ...begun, ...underWay.keys()]),
    )
    const [first] = due
    if (!first) break
    const { account } = first
    const handleAll = async () => {
      for (const report of due) if (report.account === account && !signal?.aborted) await handle(server, app, report)
    }
    begun.push(account)
    underWay.set(
      account,
      handleAll().finally(() => underWay.delete(account)),
    )
  }
  return begun
}

function dueReports(app: App, now: Date, without: readonly number[]) {
  const { entity, activeState } = declaredPart(app, 'scheduledReports')
  const owner = tenantField(app, entityOf(app, entity))
  const tenant = owner === undefined ? sql`null::bigint` : identifier(owner)
  return sql`select "id", "createdBy" as "account", ${tenant} as "tenant", "dueAt" is not null as "isPlanned"
    from ${identifier(entity)}
    where "state" = ${activeState} and ("nextAt" is null or "nextAt" <= ${now})
      and "createdBy" <> all(${[...without]}::bigint[])
    order by "nextAt" nulls first, "id"
    limit ${maxBatch}`
}

/** A scheduled report being sent. */
interface ReportInProgress {
  readonly server: ReportDependencies
  readonly app: App
  readonly record: RawRecord
}

async function handle(server: ReportDependencies, app: App, report: DueReport): Promise<void> {
  try {
    if (!report.isPlanned) return await plan({ server, app, record: await load(server, app, report) })
    if (!(await takeLease(server, app, report))) return
    await deliver({ server, app, record: await load(server, app, report) })
  } catch (error) {
    // Changed or ended by its account meanwhile.
    if (!(error instanceof RequestError)) server.log.error('A scheduled report could not be sent', error)
  }
}

async function load(server: Dependencies, app: App, { id, tenant }: DueReport): Promise<RawRecord> {
  const of = { app, database: server.database, now: server.clock() }
  const context = unattendedContext(of, tenant === null ? null : Number(tenant))
  const [record] = await loadRecords(context, {
    entity: declaredPart(app, 'scheduledReports').entity,
    paths: [...scheduleFields, 'file', 'createdBy'],
    where: { ids: [Number(id)] },
    scoped: false,
  })
  if (!record) throw new RequestError('record_not_found')
  return record
}

/** Claims a report: one statement, so that among concurrent servers only one sends it. */
async function takeLease({ database, clock }: Dependencies, app: App, { id, tenant }: DueReport): Promise<boolean> {
  const { entity, activeState } = declaredPart(app, 'scheduledReports')
  const now = clock()
  const taken = await database.query(
    sql`update ${identifier(entity)} set "nextAt" = ${new Date(now.getTime() + leaseMs)}
      where "id" = ${id}::bigint and "state" = ${activeState} and "nextAt" <= ${now}${withinTenant(app, tenant)}
      returning "id"`,
  )
  return taken.length > 0
}

function withinTenant(app: App, tenant: unknown) {
  const owner = tenantField(app, entityOf(app, declaredPart(app, 'scheduledReports').entity))
  return owner === undefined ? empty : sql` and ${identifier(owner)} = ${tenant}::bigint`
}

/** Returns the lease of a report that found no free export slot: it stays due, and this is no failed attempt. */
async function holdBack({ server, app, record }: ReportInProgress, seconds: number): Promise<void> {
  const { entity, activeState } = declaredPart(app, 'scheduledReports')
  const owner = tenantField(app, entityOf(app, entity))
  const ofTenant = withinTenant(app, owner === undefined ? undefined : record[owner])
  await server.database.query(
    sql`update ${identifier(entity)} set "nextAt" = ${new Date(server.clock().getTime() + seconds * 1_000)}
      where "id" = ${record.id}::bigint and "state" = ${activeState} and "dueAt" is not null${ofTenant}`,
  )
}

/** Records when it is due next, or ends it if its account may no longer export it. */
async function plan(work: ReportInProgress): Promise<void> {
  try {
    assertExportable(await contextOf(work.server, work.record), work.record)
  } catch (error) {
    if (isLastingRefusal(error)) return stop(work, error)
    throw error
  }
  const dueAt = dueAfter(work)
  await step(work, 'planTransition', { dueAt, nextAt: dueAt })
}

/** Refused before it began, because other exports are running or its tables are being changed. */
const crowded: readonly string[] = [
  'own_exports_running',
  'exports_running',
  'export_tables_changed',
  'server_busy',
  'too_many_requests',
]

const stop = (work: ReportInProgress, refusal: RequestError): Promise<void> =>
  step(work, 'stopTransition', { reason: reasonOf(work.app, refusal) })

const dueAfter = ({ server, app, record }: ReportInProgress): string =>
  nextDue(rhythmOf(record), server.clock(), app.product.timezone)

const rhythmOf = ({ every, weekday, dayOfMonth, hour }: RawRecord): Rhythm => ({
  every: String(every),
  weekday: Number(weekday ?? 1),
  dayOfMonth: Number(dayOfMonth ?? 1),
  hour: Number(hour),
})

async function deliver(work: ReportInProgress): Promise<void> {
  const { server, record } = work
  let sent: SentFile
  try {
    sent = await sendFile(await contextOf(server, record), record)
  } catch (error) {
    if (error instanceof RequestError && error.retryAfter !== undefined && crowded.includes(error.key))
      return holdBack(work, error.retryAfter)
    return isLastingRefusal(error) ? stop(work, error) : postpone(work, error)
  }
  const dueAt = dueAfter(work)
  const sentAt = server.clock().toISOString()
  await step(work, 'sentTransition', { ...sent, dueAt, nextAt: dueAt, sentAt })
  await releaseFiles(server.database, idsOf(record.file))
}

/** Temporary failures are retried, and after some attempts skipped until the report is due again. */
async function postpone(work: ReportInProgress, error: unknown): Promise<void> {
  const { server, app, record } = work
  if (error instanceof SendProblem) server.log.warn(`A scheduled report could not be mailed: ${error.message}`)
  else if (!(error instanceof RequestError)) server.log.error('A scheduled report could not be made', error)
  const tries = Number(record.tries) + 1
  const again = new Date(server.clock().getTime() + firstPauseMs * 2 ** (tries - 1))
  const due = dueAfter(work)
  const isOver = tries >= maxTries || again >= new Date(due)
  await step(work, 'failTransition', {
    dueAt: isOver ? due : record.dueAt,
    nextAt: isOver ? due : again.toISOString(),
    tries: isOver ? 0 : tries,
    reason: reasonOf(app, refusalFor(app, error)),
  })
}

function refusalFor(app: App, error: unknown): RequestError {
  if (error instanceof RequestError) return error
  return error instanceof SendProblem
    ? new RequestError('scheduled_mail_failed', { reason: sendProblemText(app, error) })
    : new RequestError('scheduled_report_failed')
}

function reasonOf(app: App, { key, sentence }: RequestError): unknown {
  const { product } = app
  traceRefusal(key)
  const texts = savedTexts(textOf(sentence, product), product.languages)
  return entityOf(app, product.scheduledReports!.entity).fields.reason!.localized ? texts : texts[0]
}

const outcomes: Partial<Record<string, ReportOutcome>> = {
  sentTransition: 'sent',
  failTransition: 'failed',
  stopTransition: 'stopped',
}

async function step(
  { server, app, record }: ReportInProgress,
  key: 'planTransition' | 'sentTransition' | 'failTransition' | 'stopTransition',
  values: RawRecord,
): Promise<void> {
  const { entity, [key]: transition } = declaredPart(app, 'scheduledReports')
  await runUnattended({ server, app, now: server.clock() }, { entity, transition, record, values })
  const outcome = outcomes[key]
  if (outcome) server.onOutcome?.(outcome)
}

const idsOf = (files: unknown): string[] =>
  Array.isArray(files) ? (files as { readonly id: string }[]).map(({ id }) => id) : []

/** Sends what is due, and plans what is new, until the returned function is called. */
export function startScheduledReports(
  server: ReportDependencies,
  { onRound, pulseMs }: { readonly onRound?: OnRound; readonly pulseMs?: number } = {},
): () => Promise<void> {
  const underWay: UnderWay = new Map()
  const finish = startWorker(server, {
    entity: () => server.liveApp.current.product.scheduledReports?.entity,
    // Do not wait for exports: a slow one delays only those of its own account.
    async round({ signal }) {
      await beginDue(server, { underWay, signal })
    },
    problem: 'Scheduled reports could not be sent',
    onRound,
    pulseMs,
  })
  return async () => {
    await finish()
    await Promise.all(underWay.values())
  }
}

// Posts queued events to their subscribers: signed, in order for each record, until accepted.
// An event is leased before it is posted: after a crash in between it is posted again under the same id.
import sql, { empty, type Sql } from 'sql-template-tag'
import { msPerDay } from '../../../manifest/expression/values/days'
import { declaredPart, entityOf, type App } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { RawRecord } from '../../context/context'
import type { LiveApp } from '../../context/liveApp'
import type { Live } from '../../context/liveEvents'
import type { Log } from '../../context/log'
import { identifier } from '../../database/sql/identifier'
import { textConstant } from '../../database/sql/literal'
import type { Database } from '../../database/connection/openDatabase'
import { OutgoingError, type EgressErrorKey, type HttpEgress } from '../../egress/httpEgress'
import { runUnattended } from '../../mutation/runUnattended'
import { severalRecordsId } from '../../mutation/webhooks/summaries'
import { tenantField, unattendedContext } from '../../mutation/state/writeContext'
import { loadRecords } from '../../query/records/loadRecords'
import type { SecretStore } from '../contract/integrationContext'
import { startWorker, type OnRound } from '../contract/worker'
import { secretOf, signedHeaders } from './secret'
import { endedStates, waitingEvents } from './waitingEvents'

interface WebhookDependencies {
  readonly database: Pick<Database, 'query' | 'transaction' | 'transactionFor' | 'readFor' | 'distributed'>
  readonly live: Pick<Live, 'changed' | 'onChanged'>
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly liveApp: Pick<LiveApp, 'current'>
  readonly clock: () => Date
  readonly egress: HttpEgress
  readonly secretStore: Pick<SecretStore, 'derive'>
  /** Whether an address may be private, and without TLS. */
  readonly privateAddresses: boolean
  /** Receives the result of each attempt to post an event. */
  readonly onAttempt?: (result: PostResult['result']) => void
  /** Aborted at shutdown: events in transit are sent again after the next start. */
  readonly signal?: AbortSignal
}

const maxConcurrent = 20
const maxPerSubscription = 5
const timeoutMs = 10_000
const maxBytes = 64 * 1024
/** Longer than an attempt takes. */
const leaseMs = 15_000
const firstPauseMs = 5_000
const maxPauseMs = 4 * 3_600_000
const giveUpAfterMs = 3 * msPerDay

interface PostResult {
  readonly result: 'accepted' | 'refused' | 'removed' | EgressErrorKey
  /** The status of the answer. */
  readonly status?: number
}

interface DueEvent {
  readonly id: number
  readonly tenant: number | null
  readonly subscription: number
}

/** Posts what is due and waits for it. */
export async function deliverEvents(server: WebhookDependencies): Promise<void> {
  await Promise.all((await readDue(server, [])).map((event) => deliver(server, event)))
}

/** The first waiting event of each record and subscription that is due, where `underWay` leaves room. */
async function readDue(
  { liveApp, database, clock }: WebhookDependencies,
  underWay: readonly DueEvent[],
): Promise<readonly DueEvent[]> {
  const app = liveApp.current
  const room = maxConcurrent - underWay.length
  if (!app.product.webhooks || room <= 0) return []
  const subscriptions = underWay.map(({ subscription }) => subscription)
  const busy = subscriptions.filter((id) => subscriptions.filter((other) => other === id).length >= maxPerSubscription)
  return database.query<DueEvent>(dueEvents(app, clock(), { busy, room }))
}

/** Limits per receiver leave room for others; a paused webhook keeps its events. */
function dueEvents(app: App, now: Date, { busy, room }: { readonly busy: readonly number[]; readonly room: number }) {
  const { deliveryEntity, waitingState, entity: subscription } = declaredPart(app, 'webhooks')
  const { from, where, owner } = waitingEvents(app)
  const [table, by] = [identifier(deliveryEntity), identifier(subscription)]
  const tenant = owner === undefined ? sql`null::bigint` : sql`d.${identifier(owner)}`
  const sameTenant = owner === undefined ? empty : sql`e.${identifier(owner)} = d.${identifier(owner)} and`
  // An event about several records contains no values that could be outdated: it waits for no record, and events of the
  // entity wait only for its first attempt, so that a refusal does not block later ones.
  const noEarlier = (events: Sql) => sql`not exists (
        select 1 from ${table} as e
        where ${sameTenant} e.${by} = d.${by} and e."entity" = d."entity" and ${events}
          and e."state" = ${textConstant(waitingState)} and e."id" < d."id")`
  return sql`select "id", "tenant", "subscription" from (
      select d."id" as "id", ${tenant} as "tenant", d.${by} as "subscription", d."nextAt" as "nextAt",
        row_number() over (partition by ${tenant}, d.${by} order by d."nextAt") as "turn"
      from ${from}
      where ${where} and d."nextAt" <= ${now}
        and d.${by} <> all(${busy}::bigint[])
        and (d."recordId" = ${severalRecordsId} or ${noEarlier(sql`e."recordId" = d."recordId"`)})
        and ${noEarlier(sql`e."recordId" = ${severalRecordsId} and e."tries" = 0`)}
    ) as due where "turn" <= ${maxPerSubscription} order by "nextAt" limit ${room}`
}

async function deliver(server: WebhookDependencies, event: DueEvent): Promise<void> {
  const { id, tenant } = event
  const app = server.liveApp.current
  const webhooks = declaredPart(app, 'webhooks')
  const now = server.clock()
  if (!(await takeLease(server, app, event, now))) return
  const pathOfSubscription = (name: string) => `${webhooks.entity}.${name}`
  const of = { app, database: server.database, now }
  const context = unattendedContext(of, tenant === null ? null : Number(tenant))
  const [record] = await loadRecords(context, {
    entity: webhooks.deliveryEntity,
    paths: [
      ...['event', 'body', 'tries', 'startedAt', webhooks.entity],
      ...[pathOfSubscription('address'), pathOfSubscription('secretNumber'), pathOfSubscription('state')],
    ],
    where: { ids: [Number(id)] },
    scoped: false,
  })
  if (!record) return
  const state = String(record[pathOfSubscription('state')])
  const removed = endedStates(app).includes(state)
  // Paused after the event was chosen: the lease delays the next check.
  if (!removed && state !== webhooks.activeState) return
  const outcome: PostResult = removed ? { result: 'removed' } : await post(server, record, webhooks.entity)
  if (!removed) server.onAttempt?.(outcome.result)
  await recordOutcome(server, app, record, outcome).catch((error: unknown) => {
    // Another server has recorded its attempt in the meantime, or the event was withdrawn.
    if (!(error instanceof RequestError)) throw error
  })
}

/** Claims an event: one statement, so that among concurrent servers only one posts it. */
async function takeLease(
  { database }: WebhookDependencies,
  app: App,
  { id, tenant }: DueEvent,
  now: Date,
): Promise<boolean> {
  const { deliveryEntity, waitingState } = declaredPart(app, 'webhooks')
  const owner = tenantField(app, entityOf(app, deliveryEntity))
  const ofTenant = owner === undefined ? empty : sql` and ${identifier(owner)} = ${tenant}::bigint`
  const taken = await database.query(
    sql`update ${identifier(deliveryEntity)} set "nextAt" = ${new Date(now.getTime() + leaseMs)}
      where "id" = ${id}::bigint and "state" = ${waitingState} and "nextAt" <= ${now}${ofTenant} returning "id"`,
  )
  return taken.length > 0
}

/** Sends an event to its subscription, which the field `subscription` refers to. */
async function post(server: WebhookDependencies, record: RawRecord, subscription: string): Promise<PostResult> {
  const { egress, secretStore, privateAddresses, signal } = server
  const address = String(record[`${subscription}.address`])
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'https:' && !privateAddresses)) return { result: 'notAllowed' }
  const body = String(record.body)
  const secret = secretOf(secretStore, Number(record[subscription]), Number(record[`${subscription}.secretNumber`]))
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(secret, String(record.event), body, server.clock()),
  }
  egress.allow(url.origin, { entered: true })
  try {
    const { status } = await egress.call(url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      maxBytes,
      signal,
    })
    return { result: status >= 200 && status < 300 ? 'accepted' : 'refused', status }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { result: error.reason }
  }
}

async function recordOutcome(
  server: WebhookDependencies,
  app: App,
  record: RawRecord,
  outcome: PostResult,
): Promise<void> {
  const { deliveryEntity: entity, sentTransition, failTransition, giveUpTransition } = declaredPart(app, 'webhooks')
  const now = server.clock()
  const run = async (transition: string, more: RawRecord = {}) => {
    const values = { result: outcome.result, status: outcome.status ?? null, ...more }
    await runUnattended({ server, app, now }, { entity, transition, record, values })
  }
  if (outcome.result === 'accepted') return run(sentTransition)
  const over = now.getTime() - new Date(String(record.startedAt)).getTime() >= giveUpAfterMs
  if (over || outcome.result === 'removed') return run(giveUpTransition)
  const pause = Math.min(firstPauseMs * 2 ** Math.min(Number(record.tries), 20), maxPauseMs)
  await run(failTransition, { nextAt: new Date(now.getTime() + pause).toISOString() })
}

/** Posts events when they are queued, and by time, until the returned function is called. */
export function startWebhookWorker(server: WebhookDependencies, onRound?: OnRound): () => Promise<void> {
  const problem = 'Webhooks could not be sent'
  const underWay = new Map<DueEvent, Promise<void>>()
  const finish = startWorker(server, {
    entity: () => server.liveApp.current.product.webhooks?.deliveryEntity,
    // Do not wait for receivers: a slow one delays its own events only.
    async round({ again, signal }) {
      for (const event of await readDue(server, [...underWay.keys()])) {
        const attempt = deliver({ ...server, signal }, event)
          .finally(() => underWay.delete(event))
          .then(again, (error: unknown) => {
            onRound?.('failed')
            server.log.error(problem, error)
          })
        underWay.set(event, attempt)
      }
    },
    problem,
    onRound,
  })
  return async () => {
    await finish()
    await Promise.all(underWay.values())
  }
}

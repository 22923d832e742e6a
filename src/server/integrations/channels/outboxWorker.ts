// Delivers messages from the outbox: take, send, mark as sent or failed, each a transition.
// After a crash in between nothing is sent twice: messages that may have been sent wait for a person.
// A message with a code is sent at once and stored with the code masked.
import { createHash, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { declaredPart, entityOf, type App } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { LiveApp } from '../../context/liveApp'
import { runUnattended } from '../../mutation/runUnattended'
import type { RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import type { Database } from '../../database/connection/openDatabase'
import type { Live } from '../../context/liveEvents'
import type { Log } from '../../context/log'
import { loadRecords } from '../../query/records/loadRecords'
import { unattendedContext, tenantField } from '../../mutation/state/writeContext'
import { startWorker, type OnRound } from '../contract/worker'
import { channelOf, SendProblem, type Message, type MessageChannels } from '../contract/channel'

interface OutboxDependencies {
  readonly database: Pick<Database, 'query' | 'transaction' | 'transactionFor' | 'readFor' | 'distributed'>
  readonly live: Pick<Live, 'changed' | 'onChanged'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly channels: MessageChannels
  readonly liveApp: Pick<LiveApp, 'current'>
  readonly clock: () => Date
}

const maxBatch = 50
/** Milliseconds that a shutdown waits for the message being sent. */
const closeGraceMs = 3_000
/** Numbers of messages by outcome; `unknown`: they may have arrived. */
type Delivered = Readonly<Record<DeliveryStatus, number>>
type DeliveryStatus = 'sent' | 'failed' | 'unknown'

/** One round over everything that waits now; messages that another server took are not counted. */
async function deliverQueued(server: OutboxDependencies, signal: AbortSignal): Promise<Delivered> {
  const app = server.liveApp.current
  const { outbox } = app.product
  const counts = { sent: 0, failed: 0, unknown: 0 }
  if (!outbox) return counts
  const entity = entityOf(app, outbox.entity)
  const waiting = await server.database.query<{ id: number }>(
    sql`select "id"
      from ${identifier(entity.name)}
      where "state" = ${outbox.waitingState}
      order by "id"
      limit ${maxBatch}`,
  )
  const context = unattendedContext({ app, database: server.database, now: server.clock() }, null)
  for (const record of await loadRecords(context, {
    entity: entity.name,
    paths: ['channel', 'address', 'text', 'createdAt'],
    where: { ids: waiting.map(({ id }) => Number(id)) },
    scoped: false,
  })) {
    if (signal.aborted) break
    const taken = await step(server, app, outbox.takeTransition, { record }).catch((error: unknown) => {
      if (error instanceof RequestError) return undefined
      throw error
    })
    if (taken === undefined) continue
    const message = {
      id: idOfAttempts(entity.name, record),
      channel: record.channel,
      address: String(record.address ?? ''),
      text: String(record.text ?? ''),
    }
    counts[await handOver(server, app, { record, message, signal })] += 1
  }
  return counts
}

/** Differs between installations that have one account at a service. */
const idOfAttempts = (entity: string, { id, createdAt }: RawRecord): string =>
  createHash('sha256')
    .update(`${entity} ${String(id)} ${String(createdAt)}`)
    .digest('hex')
    .slice(0, 32)

/**
 * Sends a message with a code at once; `visible` is the text that the outbox stores. Never throws for a failure of the
 * service.
 */
export async function sendImmediately(
  server: OutboxDependencies,
  tenant: number | null,
  { channel, ...content }: Omit<Message, 'id'> & { readonly channel: string },
  visible: Pick<Message, 'address' | 'text'>,
): Promise<void> {
  const message = { ...content, id: randomUUID() }
  const app = server.liveApp.current
  const { outbox } = app.product
  if (!outbox) return channelOf(server.channels, channel).send(message)
  const entity = entityOf(app, outbox.entity)
  const tenantColumn = tenantField(app, entity)
  const of = tenantColumn ? { [tenantColumn]: tenant } : {}
  // Send the code even if it could not be stored.
  const id = await step(server, app, outbox.sendOnceTransition, { record: of, values: { channel, ...visible } }).catch(
    (error: unknown) => server.log.error('A message could not be stored', error),
  )
  if (id === undefined) return channelOf(server.channels, channel).send(message)
  await handOver(server, app, { record: { id, ...of }, message: { channel, ...message } })
}

interface HandOver {
  readonly record: RawRecord
  readonly message: Message & { readonly channel: unknown }
  readonly signal?: AbortSignal
}

async function handOver(
  server: OutboxDependencies,
  app: App,
  { record, message: { channel, ...message }, signal }: HandOver,
): Promise<DeliveryStatus> {
  const { failTransition, loseTransition, sentTransition } = declaredPart(app, 'outbox')
  try {
    await untilEnd(channelOf(server.channels, channel).send(message), signal)
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error
    server.log.warn(`A message could not be sent through ${String(channel)}: ${error.message}`)
    const transition = error.isUnknown ? loseTransition : failTransition
    const values = { failureReason: error.reason, failureDetail: error.detail ?? null }
    await step(server, app, transition, { record, values })
    return error.isUnknown ? 'unknown' : 'failed'
  }
  await step(server, app, sentTransition, { record })
  return 'sent'
}

/** The outcome of a message still being sent at shutdown is unknown. */
async function untilEnd(sending: Promise<void>, signal?: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let begin = () => {}
  const late = new Promise<never>((_, fail) => {
    begin = () => {
      timer = setTimeout(() => fail(new SendProblem('ended', { isUnknown: true })), closeGraceMs)
    }
    if (signal?.aborted) begin()
    else signal?.addEventListener('abort', begin, { once: true })
  })
  await Promise.race([sending, late]).finally(() => {
    signal?.removeEventListener('abort', begin)
    clearTimeout(timer)
  })
}

/** Runs a transition of the outbox as the system; returns the id. */
function step(
  server: OutboxDependencies,
  app: App,
  transition: string,
  { record, values }: { readonly record: RawRecord; readonly values?: RawRecord },
): Promise<number> {
  const { entity } = declaredPart(app, 'outbox')
  return runUnattended({ server, app, now: server.clock() }, { entity, transition, record, values })
}

/**
 * Delivers when a message enters the outbox, and polls for those of other servers, until the returned function is
 * called.
 */
export function startOutboxWorker(
  server: OutboxDependencies,
  {
    onDelivered,
    onRound,
    pulseMs,
  }: {
    readonly onDelivered?: (counts: Delivered) => void
    readonly onRound?: OnRound
    readonly pulseMs?: number
  } = {},
): () => Promise<void> {
  return startWorker(server, {
    entity: () => server.liveApp.current.product.outbox?.entity,
    async round({ signal }) {
      const counts = await deliverQueued(server, signal)
      onDelivered?.(counts)
    },
    problem: 'The outbox could not be emptied',
    onRound,
    pulseMs,
  })
}

// How do messages get from the outbox to their senders? What is waiting is taken, handed over, and noted as sent or failed, each step a transition of its own:
// a server that ends in between sends nothing twice. What holds a code is handed over at once and kept with the code masked.
import sql from 'sql-template-tag'
import type { App, Entity, Transition } from '../../manifest/app'
import { Fault } from '../../protocol/envelope'
import { runDependencies } from '../committed'
import type { Context, RawRecord } from '../context'
import { identifier } from '../database/identifier'
import type { Dependencies } from '../dependencies'
import { inTransaction, performWhole } from '../operations/run'
import { loadRecords } from '../plan/load'
import { nobodyButTheSystem, tenantField } from '../transition/work'
import { senderOf, SendProblem, type Message, type Senders } from './sender'

type CourierDependencies = Pick<Dependencies, 'database' | 'live' | 'log' | 'senders' | 'holder' | 'clock'>

const atOnce = 50
const usualPulse = 5_000

/** One round: everything that is waiting now. Answers how many were sent and how many failed; what another server has taken is not counted. */
export async function deliverWaiting(server: CourierDependencies): Promise<{ sent: number; failed: number }> {
  const app = server.holder.current
  const { outbox } = app.product
  const outcome = { sent: 0, failed: 0 }
  if (!outbox) return outcome
  const entity = app.entities[outbox.entity]!
  const waiting = await server.database.read<{ id: number }>(
    sql`select "id" from ${identifier(entity.name)} where "state" = ${outbox.waiting} order by "id" limit ${atOnce}`,
  )
  const context: Context = { app, caller: nobodyButTheSystem(null), now: server.clock(), query: server.database.read }
  for (const record of await loadRecords(context, {
    entity: entity.name,
    paths: ['channel', 'address', 'text'],
    where: { ids: waiting.map(({ id }) => Number(id)) },
    scoped: false,
  })) {
    const taken = await step(server, app, entity, outbox.take, record).catch((error: unknown) => {
      if (error instanceof Fault) return undefined
      throw error
    })
    if (taken === undefined) continue
    const done = await handOver(server, app, record, {
      channel: record.channel,
      address: String(record.address ?? ''),
      text: String(record.text ?? ''),
    })
    outcome[done ? 'sent' : 'failed'] += 1
  }
  return outcome
}

/** Hands a message with a code over at once; `shown` is what the outbox keeps of it. Never throws for what the service does. */
export async function deliverOnce(
  server: CourierDependencies,
  tenant: number | null,
  channel: keyof Senders,
  message: Message,
  shown: Message,
): Promise<void> {
  const app = server.holder.current
  const { outbox } = app.product
  if (!outbox) return server.senders[channel].send(message)
  const entity = app.entities[outbox.entity]!
  const own = tenantField(app, entity)
  const of = own ? { [own]: tenant } : {}
  // Whoever waits for a code gets it, written down or not.
  const id = await step(server, app, entity, outbox.once, of, { channel, ...shown }).catch((error: unknown) =>
    server.log.error('A message could not be written down', error),
  )
  if (id === undefined) return server.senders[channel].send(message)
  await handOver(server, app, { id, ...of }, { channel, ...message })
}

async function handOver(
  server: CourierDependencies,
  app: App,
  record: RawRecord,
  { channel, ...message }: Message & { readonly channel: unknown },
): Promise<boolean> {
  const { outbox } = app.product
  const entity = app.entities[outbox!.entity]!
  try {
    const sender = senderOf(server.senders, channel)
    if (!sender) throw new SendProblem(`no sender ${String(channel)}`)
    await sender.send(message)
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error
    server.log.warn(`A message could not be handed over by ${String(channel)}: ${error.reason}`)
    await step(server, app, entity, outbox!.fail, record, { reason: error.reason })
    return false
  }
  await step(server, app, entity, outbox!.sent, record)
  return true
}

/** Runs a transition of the outbox by the system; answers the id. */
async function step(
  server: CourierDependencies,
  app: App,
  entity: Entity,
  name: string,
  record: RawRecord,
  values: RawRecord = {},
): Promise<number> {
  const transition: Transition = entity.transitions[name]!
  const own = tenantField(app, entity)
  const caller = nobodyButTheSystem(
    own && record[own] !== null && record[own] !== undefined ? Number(record[own]) : null,
  )
  const dependencies = runDependencies({ app, server })
  const order = transition.creates ? { values } : { id: Number(record.id), values }
  const { answer, records } = await inTransaction(dependencies, caller, server.clock(), async (work) => {
    const [done] = await performWhole(work, { entity, transition, caller, depth: 0, orders: [order] })
    return done!.id
  })
  dependencies.onCommitted?.({ records })
  return answer
}

/** Delivers when something was put into the outbox, and looks regularly for what other servers put there, until the answered function is called. */
export function startCourier(server: CourierDependencies, pulse = usualPulse): () => Promise<void> {
  let stopped = false
  let nudged = false
  let working: Promise<void> | undefined
  const work = async () => {
    do {
      nudged = false
      await deliverWaiting(server)
    } while (nudged && !stopped)
  }
  const begin = () => {
    nudged = true
    if (stopped) return
    working ??= work()
      .catch((error: unknown) => server.log.error('The outbox could not be emptied', error))
      .finally(() => {
        working = undefined
      })
  }
  server.live.onChanged(({ entities }) => {
    if (entities.includes(server.holder.current.product.outbox?.entity ?? '')) begin()
  })
  const timer = setInterval(begin, pulse).unref()
  return async () => {
    stopped = true
    clearInterval(timer)
    await working
  }
}

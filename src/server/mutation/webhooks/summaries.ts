// Combines the events of many records into few, which list the records by number.
import { firstItem } from '../../../manifest/expression/values/present'
import { transitionOf } from '../../../manifest/model/entity'
import { randomUUID } from 'node:crypto'
import { entityOf, type App } from '../../../manifest/model/app'
import { chunk, groupBy } from '../../../manifest/expression/values/lists'
import { unattendedCaller, type GatheredEvent, type TransitionBatch } from '../state/writeContext'

/** Records of one event; their numbers and states stay far below the limit of a body. */
const maxRecordsPerEvent = 500
/** The record number of an event about several records. */
export const severalRecordsId = 0

/** The cause of the changes, in the event's body; `action` also in its type. */
interface Cause extends Readonly<Record<string, string | number>> {
  readonly action: string
}

/** What queues the summaries. */
export function summaryBatches(app: App, events: readonly GatheredEvent[], cause: Cause, now: Date): TransitionBatch[] {
  const { webhooks } = app.product
  if (!webhooks) return []
  const delivery = entityOf(app, webhooks.deliveryEntity)
  const transition = transitionOf(delivery, webhooks.queueTransition)
  const moment = now.toISOString()
  return [...groupBy(events, ({ subscription }) => subscription)].flatMap(([subscription, all]) => {
    const { tenant, entity, destination } = firstItem(all)
    return chunk(all, maxRecordsPerEvent).map((part) => {
      const event = randomUUID()
      const records = part.map(({ id, action, fromState, toState }) => ({ id, action, fromState, toState }))
      const data = {
        ...(destination !== undefined && { destination }),
        tenant,
        entity,
        ...cause,
        records,
      }
      const body = JSON.stringify({ id: event, type: `${entity}.${cause.action}`, timestamp: moment, data })
      const values = {
        [webhooks.entity]: subscription,
        event,
        entity,
        recordId: severalRecordsId,
        action: cause.action,
        body,
        startedAt: moment,
        nextAt: moment,
      }
      return { entity: delivery, transition, caller: unattendedCaller(app, tenant), depth: 0, requests: [{ values }] }
    })
  })
}

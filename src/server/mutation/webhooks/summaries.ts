// Words the gathered events of many records as few, which list the records by their numbers.
import { randomUUID } from 'node:crypto'
import type { App } from '../../../manifest/model/app'
import type { RunRequest } from '../../../protocol/calls'
import { groupedBy } from '../../query/expression/groupedBy'
import type { GatheredEvent } from '../state/writeContext'

/** Records of one event; their numbers and states stay far below the most characters of a body. */
const recordsOfEvent = 500
/** The number of no record, in an event about several. */
export const severalRecords = 0

/** What made the changes: in the body of the event, `action` also in its type. */
interface Cause extends Readonly<Record<string, string | number>> {
  readonly action: string
}

interface SummaryRequest extends Pick<RunRequest, 'entity' | 'transition' | 'values'> {
  readonly tenant: number
  /** Of which webhook, and which of its events. */
  readonly part: string
}

export function summaryRequests(
  { product }: Pick<App, 'product'>,
  events: readonly GatheredEvent[],
  cause: Cause,
  now: Date,
): SummaryRequest[] {
  const { webhooks } = product
  if (!webhooks) return []
  const moment = now.toISOString()
  return [...groupedBy(events, ({ subscription }) => subscription)].flatMap(([subscription, all]) => {
    const { tenant, entity, destination } = all[0]!
    const count = Math.ceil(all.length / recordsOfEvent)
    return Array.from({ length: count }, (_, part) => {
      const event = randomUUID()
      const records = all
        .slice(part * recordsOfEvent, (part + 1) * recordsOfEvent)
        .map(({ id, action, fromState, toState }) => ({ id, action, fromState, toState }))
      const data = {
        ...(destination !== undefined && { destination }),
        ...{ tenant, entity, ...cause, count: all.length, part: part + 1, parts: count, records },
      }
      const body = JSON.stringify({ id: event, type: `${entity}.${cause.action}`, timestamp: moment, data })
      return {
        tenant,
        part: `${subscription}-${part}`,
        entity: webhooks.deliveryEntity,
        transition: webhooks.queueTransition,
        values: {
          [webhooks.entity]: subscription,
          ...{ event, entity, recordId: severalRecords, action: cause.action, body },
          startedAt: moment,
          nextAt: moment,
        },
      }
    })
  })
}

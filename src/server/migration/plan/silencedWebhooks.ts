// Finds active webhooks that a change would silence: their entity, transition or condition is gone.
import type { LocalizableText } from '../../../manifest/expression/message'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Transaction } from '../../database/connection/transaction'
import { unattendedCaller } from '../../mutation/state/writeContext'
import { subscriptionError, subscriptionPaths } from '../../mutation/webhooks/subscriptions'
import { loadRecords } from '../../query/records/loadRecords'
import { inStates } from './recordsInFlight'

export interface SilencedWebhook {
  readonly name: string
  readonly problem: LocalizableText
}

/** The tables are those of `after`. One that hears of nothing already is not of this change. */
export async function silencedWebhooks(
  tx: Transaction,
  before: App,
  { after, now }: { readonly after: App; readonly now: Date },
): Promise<SilencedWebhook[]> {
  const { webhooks } = after.product
  if (!webhooks || !before.product.webhooks) return []
  const entity = entityOf(after, webhooks.entity)
  const records = await loadRecords(
    { app: after, caller: unattendedCaller(after, null), now, query: tx.query },
    {
      entity: entity.name,
      paths: [entity.labelField, ...subscriptionPaths(entity)],
      where: { rule: inStates([webhooks.activeState]) },
      scoped: false,
    },
  )
  return records.flatMap((record): SilencedWebhook[] => {
    const problem = subscriptionError(after, record)?.problem
    if (!problem || subscriptionError(before, record)) return []
    return [{ name: String(record[entity.labelField] ?? record.id), problem }]
  })
}

// Counts what waits to be delivered, for the metrics.
import sql from 'sql-template-tag'
import type { LiveApp } from '../../context/liveApp'
import { identifier } from '../../database/sql/identifier'
import type { Database } from '../../database/connection/openDatabase'

/** Milliseconds for a count: metrics are read every few seconds and must not wait for a locked table. */
const countTimeoutMs = 1_000

/**
 * Messages of the outbox, or events of webhooks, that wait to be taken.
 * @throws RequestAborted when the table cannot be read in time
 */
export async function countWaiting(
  what: 'messages' | 'events',
  { liveApp, database }: { readonly liveApp: Pick<LiveApp, 'current'>; readonly database: Pick<Database, 'query'> },
): Promise<number> {
  const { outbox, webhooks } = liveApp.current.product
  const entity = what === 'messages' ? outbox?.entity : webhooks?.deliveryEntity
  const state = what === 'messages' ? outbox?.waitingState : webhooks?.waitingState
  if (entity === undefined) return 0
  const [row] = await database.query<{ count: number }>(
    sql`select count(*)::int as "count" from ${identifier(entity)} where "state" = ${state}`,
    AbortSignal.timeout(countTimeoutMs),
  )
  return row?.count ?? 0
}

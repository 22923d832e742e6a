// Counts what waits to be delivered, for the metrics.
import sql, { type Sql } from 'sql-template-tag'
import { declaredPart, type App } from '../../manifest/model/app'
import type { LiveApp } from '../context/liveApp'
import { identifier } from '../database/sql/identifier'
import type { Database } from '../database/connection/openDatabase'
import { waitingEvents } from './webhooks/waitingEvents'

/** Milliseconds for a count: metrics are read every few seconds and must not wait for a locked table. */
const countTimeoutMs = 1_000

/**
 * Messages of the outbox that wait to be taken, or events of webhooks that are not paused.
 * @throws RequestAborted when the table cannot be read in time
 */
export async function countWaiting(
  what: 'messages' | 'events',
  { liveApp, database }: { readonly liveApp: Pick<LiveApp, 'current'>; readonly database: Pick<Database, 'query'> },
): Promise<number> {
  const { outbox, webhooks } = liveApp.current.product
  if ((what === 'messages' ? outbox : webhooks) === undefined) return 0
  const { from, where } = what === 'messages' ? waitingMessages(liveApp.current) : waitingEvents(liveApp.current)
  const [row] = await database.query<{ count: number }>(
    sql`select count(*)::int as "count" from ${from} where ${where}`,
    AbortSignal.timeout(countTimeoutMs),
  )
  return row?.count ?? 0
}

function waitingMessages(app: App): { readonly from: Sql; readonly where: Sql } {
  const { entity, waitingState } = declaredPart(app, 'outbox')
  return { from: identifier(entity), where: sql`"state" = ${waitingState}` }
}

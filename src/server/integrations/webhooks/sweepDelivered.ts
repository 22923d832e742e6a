// Removes events of webhooks that were delivered long ago; the others remain, to be sent again.
import sql from 'sql-template-tag'
import { entityOf, type App } from '../../../manifest/model/app'
import { identifier } from '../../database/sql/identifier'
import type { Database } from '../../database/connection/openDatabase'

/** Removes events that were accepted more than `days` ago. */
export async function sweepDelivered(
  database: Pick<Database, 'query'>,
  app: App,
  days: number,
  now: Date,
): Promise<void> {
  const { webhooks } = app.product
  const sent = webhooks && entityOf(app, webhooks.deliveryEntity).transitions[webhooks.sentTransition]?.to
  if (sent === undefined) return
  const before = new Date(now.getTime() - days * 86_400_000)
  await database.query(
    sql`delete from ${identifier(webhooks!.deliveryEntity)} where "state" = ${sent} and "stateAt" < ${before}`,
  )
}

// Deletes expired audit rows and delivered events of webhooks.
// Undelivered events remain, to be sent again.
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../manifest/expression/values/days'
import { entityOf, type App } from '../../manifest/model/app'
import type { Configuration } from '../context/configuration'
import { identifier } from '../database/sql/identifier'
import type { Database } from '../database/connection/openDatabase'

type RetentionDays = Pick<Configuration, 'auditDays' | 'webhookDays'>

interface Aged {
  readonly entity: string
  readonly days: number
  /** True for rows completed before a moment. */
  readonly where: (before: Date) => Sql
}

/** Deletes across all tenants, by the age in days that the configuration gives each kind of row. */
export async function sweepAged(
  database: Pick<Database, 'query'>,
  app: App,
  days: RetentionDays,
  now: Date,
): Promise<void> {
  for (const { entity, days: age, where } of agedRows(app, days)) {
    const before = new Date(now.getTime() - age * msPerDay)
    await database.query(sql`delete from ${identifier(entity)} where ${where(before)}`)
  }
}

function agedRows(app: App, { auditDays, webhookDays }: RetentionDays): Aged[] {
  const { audit, webhooks } = app.product
  const sent = webhooks && entityOf(app, webhooks.deliveryEntity).transitions[webhooks.sentTransition]?.to
  return [
    ...(audit ? [{ entity: audit.entity, days: auditDays, where: (before: Date) => sql`"at" < ${before}` }] : []),
    ...(webhooks && sent !== undefined
      ? [
          {
            entity: webhooks.deliveryEntity,
            days: webhookDays,
            where: (before: Date) => sql`"state" = ${sent} and "stateAt" < ${before}`,
          },
        ]
      : []),
  ]
}

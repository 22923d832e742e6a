// Deletes expired audit rows, those of programs' calls earlier, and delivered events of webhooks.
// Undelivered events remain, to be sent again.
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../manifest/expression/values/days'
import { entityOf, type App } from '../../manifest/model/app'
import type { Configuration } from '../context/configuration'
import type { Database } from '../database/connection/openDatabase'
import { deleteOlder } from '../database/sql/deleteOlder'

type RetentionDays = Pick<Configuration, 'auditDays' | 'programCallDays' | 'webhookDays'>

const ofPrograms = sql`"action" in ('call', 'callRefused')`

interface Aged {
  readonly entity: string
  readonly days: number
  /** Which of its rows age; absent: all. */
  readonly where?: Sql
  /** Since when. */
  readonly since: 'at' | 'stateAt'
}

/** Deletes across all tenants, by the age in days that the configuration gives each kind of row. */
export async function sweepAged(
  database: Pick<Database, 'query'>,
  app: App,
  days: RetentionDays,
  now: Date,
): Promise<void> {
  for (const { entity, days: count, since, where } of agedRows(app, days)) {
    const before = new Date(now.getTime() - count * msPerDay)
    await deleteOlder(database.query, { table: entity, since, before, where })
  }
}

function agedRows(app: App, { auditDays, programCallDays, webhookDays }: RetentionDays): Aged[] {
  const { audit, webhooks } = app.product
  const sent = webhooks && entityOf(app, webhooks.deliveryEntity).transitions[webhooks.sentTransition]?.to
  return [
    ...(audit
      ? ([
          { entity: audit.entity, days: auditDays, since: 'at' },
          { entity: audit.entity, days: programCallDays, since: 'at', where: ofPrograms },
        ] as const)
      : []),
    ...(webhooks && sent !== undefined
      ? [
          {
            entity: webhooks.deliveryEntity,
            days: webhookDays,
            since: 'stateAt',
            where: sql`"state" = ${sent}`,
          } as const,
        ]
      : []),
  ]
}

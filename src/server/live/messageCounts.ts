// Counts the unread messages of accounts, by the counters of app.json.
import sql, { empty, type Sql } from 'sql-template-tag'
import { idOf } from '../../manifest/expression/values/value'
import { entityOf, type App } from '../../manifest/model/app'
import type { Caller } from '../context/context'
import { column, identifier } from '../database/sql/identifier'

/** An account whose messages are read; they lie in its tenant. */
interface MessageReader {
  readonly account: number
  readonly tenant: number | null
}

/** The reader that a caller is. */
export const readerOf = ({ me, tenant }: Pick<Caller, 'me' | 'tenant'>): MessageReader => ({
  account: Number(me.id),
  tenant: idOf(tenant),
})

/** ` and …`: the messages `m` lie in the tenants of these readers, so that no other machine is read. */
export function inTenantsOf(app: App, readers: readonly MessageReader[]): Sql {
  const tenants = [...new Set(readers.map(({ tenant }) => tenant))]
  if (!entityOf(app, app.product.messages.entity).perTenant || tenants.includes(null)) return empty
  return sql` and ${column('m', app.access.identity.tenantEntity)} = any(${tenants}::bigint[])`
}

/** The counters of each given account; every counter is present, 0 when nothing is unread. */
export async function countersOf(
  app: App,
  query: <T>(statement: Sql) => Promise<T[]>,
  readers: readonly MessageReader[],
): Promise<Map<number, Record<string, number>>> {
  const { entity, unreadState: unread, counters } = app.product.messages
  const zero = Object.fromEntries(Object.values(counters).map((name) => [name, 0]))
  const results = new Map(readers.map(({ account }) => [account, { ...zero }]))
  if (readers.length === 0) return results
  const rows = await query<{ account: number; kind: string; count: number }>(sql`
    select ${column('m', 'to')} as "account", ${column('m', 'kind')} as "kind", count(*)::int as "count"
    from ${identifier(entity)} as m
    where ${column('m', 'to')} = any(${[...results.keys()]}::bigint[]) and ${column('m', 'state')} = ${unread}
      ${inTenantsOf(app, readers)}
    group by 1, 2`)
  for (const { account, kind, count } of rows) {
    const name = counters[kind]
    const counts = results.get(account)
    if (name !== undefined && counts) counts[name] = (counts[name] ?? 0) + count
  }
  return results
}

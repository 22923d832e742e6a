// Counts the unread messages of accounts, by the counters of app.json.
import sql from 'sql-template-tag'
import type { Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import { column, identifier } from '../database/sql/identifier'

/** The counters of each given account; every counter is present, 0 when nothing is unread. */
export async function countersOf(
  app: App,
  query: <T>(statement: Sql) => Promise<T[]>,
  accounts: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const { entity, unreadState: unread, counters } = app.product.messages
  const zero = Object.fromEntries(Object.values(counters).map((name) => [name, 0]))
  const results = new Map(accounts.map((account) => [account, { ...zero }]))
  if (accounts.length === 0) return results
  const rows = await query<{ account: number; kind: string; count: number }>(sql`
    select ${column('m', 'to')} as "account", ${column('m', 'kind')} as "kind", count(*)::int as "count"
    from ${identifier(entity)} as m
    where ${column('m', 'to')} = any(${accounts}::bigint[]) and ${column('m', 'state')} = ${unread} group by 1, 2`)
  for (const { account, kind, count } of rows) {
    const name = counters[kind]
    const counts = results.get(account)
    if (name !== undefined && counts) counts[name] = (counts[name] ?? 0) + count
  }
  return results
}

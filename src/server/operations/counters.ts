// How many messages has somebody not read, by kind? The counters have the names that app.json gives them.
import sql from 'sql-template-tag'
import type { Sql } from 'sql-template-tag'
import type { App } from '../../manifest/app'
import { column, identifier } from '../database/identifier'

/** The counters of each account asked for; every counter is there, 0 when nothing waits. */
export async function countersOf(
  app: App,
  query: <T>(statement: Sql) => Promise<T[]>,
  accounts: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const { entity, unread, counters } = app.product.messages
  const zero = Object.fromEntries(Object.values(counters).map((name) => [name, 0]))
  const found = new Map(accounts.map((account) => [account, { ...zero }]))
  if (accounts.length === 0) return found
  const rows = await query<{ account: number; kind: string; count: number }>(sql`
    select ${column('m', 'to')} as "account", ${column('m', 'kind')} as "kind", count(*)::int as "count" from ${identifier(entity)} as m
    where ${column('m', 'to')} = any(${accounts}::bigint[]) and ${column('m', 'state')} = ${unread} group by 1, 2`)
  for (const { account, kind, count } of rows) {
    const name = counters[kind]
    const own = found.get(account)
    if (name !== undefined && own) own[name] = (own[name] ?? 0) + count
  }
  return found
}

// Stores when an integration was last tried and last responded, for each tenant and entity.
// Servers share the table, so that only one of several concurrent ones takes the turn.
import sql from 'sql-template-tag'
import type { Context } from '../../context/context'
import { isAheadSql } from '../../database/sql/aheadOfClock'

interface SyncTurn {
  readonly name: string
  readonly tenant: number
}

/** Whether this run takes the turn: the last one began before `due`. */
export async function claimTurn({ query, now }: Context, { name, tenant }: SyncTurn, due: Date): Promise<boolean> {
  const claimed =
    await query(sql`insert into "_synced" as s ("name", "tenant", "tried") values (${name}, ${tenant}, ${now})
    on conflict ("name", "tenant") do update set "tried" = excluded."tried"
    where s."tried" <= ${due} or ${isAheadSql(sql`s."tried"`, now)}
    returning 1 as "one"`)
  return claimed.length > 0
}

/** Stores that the integration has responded. */
export async function saveResponse({ query, now }: Context, { name, tenant }: SyncTurn): Promise<void> {
  await query(sql`update "_synced" set "at" = ${now} where "name" = ${name} and "tenant" = ${tenant}`)
}

/** When it responded last, as ISO 8601; undefined when it never has. */
export async function lastResponse({ query }: Context, { name, tenant }: SyncTurn): Promise<string | undefined> {
  const [row] = await query<{ at: string | null }>(
    sql`select "at" from "_synced" where "name" = ${name} and "tenant" = ${tenant}`,
  )
  return row?.at ? new Date(row.at).toISOString() : undefined
}

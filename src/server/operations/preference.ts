// What has this person chosen for herself? Keeps small choices by name, such as the columns of a list; they belong to nobody else.
import sql from 'sql-template-tag'
import type { PreferenceRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context } from '../context'

const most = 500
const longest = 20_000

/** Keeps or (null) forgets a choice; answers nothing. */
export async function keepPreference({ caller, query }: Context, { name, value }: PreferenceRequest): Promise<null> {
  const account = caller.me.id
  if (value === null) {
    await query(sql`delete from "_preference" where "account" = ${account} and "name" = ${name}`)
    return null
  }
  const text = JSON.stringify(value)
  if (text.length > longest) throw new Fault(codes.refused, ['内容过大', 'That is too large to be kept'])
  const kept = await query(sql`
    insert into "_preference" ("account", "name", "value")
    select ${account}::bigint, ${name}::text, ${text}::jsonb
    where (select count(*) from "_preference" where "account" = ${account} and "name" <> ${name}) < ${most}
    on conflict ("account", "name") do update set "value" = excluded."value" returning 1 as "kept"`)
  if (kept.length === 0) throw new Fault(codes.refused, ['保存的个人设置过多', 'Too many choices are kept already'])
  return null
}

/** All kept choices of the caller by name. */
export async function preferencesOf({ caller, query }: Context): Promise<Record<string, unknown>> {
  const rows = await query<{ name: string; value: unknown }>(
    sql`select "name", "value" from "_preference" where "account" = ${caller.me.id}`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

// Stores preferences by name, such as the columns of a list.
// They belong to the caller, or to a unit or tenant that shares them.
import sql from 'sql-template-tag'
import {
  sharingReaches,
  type BootAnswer,
  type PreferenceRequest,
  type SharingReach,
} from '../../../protocol/screenCalls'
import { RequestError } from '../../../protocol/requestError'
import { authorize } from '../../auth/authorize'
import type { Context } from '../../context/context'

const limit = 500
const sharedLimit = 200
const longest = 20_000

/** Stores or (null) deletes a preference; responds with nothing. */
export async function keepPreference(context: Context, request: PreferenceRequest): Promise<null> {
  const { name, value, sharedWith } = request
  const text = value === null ? null : JSON.stringify(value)
  if (text !== null && text.length > longest) throw new RequestError('preference_too_large')
  if (sharedWith === undefined) await keepOwn(context, name, text)
  else await keepShared(context, sharedWith, name, text)
  return null
}

async function keepOwn({ caller, query }: Context, name: string, text: string | null): Promise<void> {
  const account = caller.me.id
  if (text === null) {
    await query(sql`delete from "_preference" where "account" = ${account} and "name" = ${name}`)
    return
  }
  const stored = await query(sql`
    insert into "_preference" ("account", "name", "value")
    select ${account}::bigint, ${name}::text, ${text}::jsonb
    where (select count(*) from "_preference" where "account" = ${account} and "name" <> ${name}) < ${limit}
    on conflict ("account", "name") do update set "value" = excluded."value" returning 1 as "kept"`)
  if (stored.length === 0) throw new RequestError('too_many_preferences')
}

async function keepShared(context: Context, reach: SharingReach, name: string, text: string | null): Promise<void> {
  const { app, caller, query, now } = context
  authorize(app, caller, [app.access.sharingPermission ?? app.access.administratorPermission])
  if (!reachesOf(context).includes(reach)) throw new RequestError('permission_denied')
  const { tenant, unit } = placeOf(context, reach)
  if (text === null) {
    await query(
      sql`delete from "_sharedPreference" where "tenant" = ${tenant} and "unit" = ${unit} and "name" = ${name}`,
    )
    return
  }
  const stored = await query(sql`
    insert into "_sharedPreference" ("tenant", "unit", "name", "value", "keptBy", "at")
    select ${tenant}::bigint, ${unit}::bigint, ${name}::text, ${text}::jsonb, ${caller.me.id}::bigint,
    ${now}::timestamptz
    where (
      select count(*) from "_sharedPreference"
      where "tenant" = ${tenant} and "unit" = ${unit} and "name" <> ${name}) < ${sharedLimit}
    on conflict ("tenant", "unit", "name")
      do update set "value" = excluded."value", "keptBy" = excluded."keptBy", "at" = excluded."at"
    returning 1 as "kept"`)
  if (stored.length === 0) throw new RequestError('too_many_shared', { count: sharedLimit })
}

/** All preferences of the caller by name. */
export async function preferencesOf({ caller, query }: Context): Promise<Record<string, unknown>> {
  const rows = await query<{ name: string; value: unknown }>(
    sql`select "name", "value" from "_preference" where "account" = ${caller.me.id}`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** What the caller's unit and tenant share. */
export async function sharedPreferencesOf(context: Context): Promise<BootAnswer['sharedPreferences']> {
  const { tenant, unit } = placeOf(context, 'unit')
  const rows = await context.query<{ unit: number | string; name: string; value: unknown }>(sql`
    select "unit", "name", "value" from "_sharedPreference" where "tenant" = ${tenant} and "unit" in (0, ${unit})`)
  const of = (whole: boolean) =>
    Object.fromEntries(rows.filter((row) => (Number(row.unit) === 0) === whole).map(({ name, value }) => [name, value]))
  return { unit: of(false), tenant: of(true) }
}

/** With whom the caller may share. */
export function sharesWith(context: Context): SharingReach[] {
  const { app, caller } = context
  const may = caller.administrator || caller.codes.has(app.access.sharingPermission ?? '')
  return may ? reachesOf(context) : []
}

/** The reaches that the caller's account has: a unit, unless it belongs to none, and the tenant. */
function reachesOf(context: Context): SharingReach[] {
  return sharingReaches.filter((reach) => placeOf(context, reach)[reach] > 0)
}

/** Unit 0 stands for the whole tenant. */
function placeOf({ app, caller }: Context, reach: SharingReach): Record<SharingReach, number> {
  const { tenantEntity, unitField } = app.access.identity
  return {
    tenant: Number(caller.me[tenantEntity] ?? 0),
    unit: reach === 'unit' ? Number(caller.me[unitField] ?? 0) : 0,
  }
}

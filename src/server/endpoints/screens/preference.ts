// Stores preferences by name, such as the columns of a list.
// They belong to the caller, or to a unit, role or tenant that shares them.
import sql from 'sql-template-tag'
import { withHiddenParts } from './hiddenParts'
import { asStoredView, viewPrefix, type PreferenceRequest } from '../../../protocol/screenCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { lockNamed } from '../../database/sql/lockNamed'
import type { RequestContext } from '../contract/operation'
import { hiddenPart } from './readableViews'
import { saveShared, sharedValue } from './sharing'

const maxPreferences = 500
const maxLength = 20_000

/** Stores or (null) deletes a preference; responds with nothing. */
export async function savePreference(context: RequestContext, request: PreferenceRequest): Promise<null> {
  const { name, value, sharedWith } = request
  const text = value === null ? null : JSON.stringify(await withFormerParts(context, request))
  if (text !== null && text.length > maxLength) throw new RequestError('preference_too_large')
  if (sharedWith === undefined) await saveOwn(context, name, text)
  else await saveShared(context, sharedWith, name, text)
  return null
}

/** A view saved again, including the parts that its account may not see. */
async function withFormerParts(context: Context, { name, value, sharedWith, movedFrom }: PreferenceRequest) {
  const view = name.startsWith(viewPrefix) ? asStoredView(value) : undefined
  const from = movedFrom === 'own' ? undefined : (movedFrom ?? sharedWith)
  const before =
    view && asStoredView(await (from === undefined ? ownValue(context, name) : sharedValue(context, from, name)))
  return before ? withHiddenParts(view, before, hiddenPart(context, before)) : value
}

async function ownValue({ caller, query }: Context, name: string): Promise<unknown> {
  const [row] = await query<{ value: unknown }>(
    sql`select "value" from "_preference" where "account" = ${caller.me.id} and "name" = ${name}`,
  )
  return row?.value
}

async function saveOwn({ caller, server }: RequestContext, name: string, text: string | null): Promise<void> {
  const account = caller.me.id
  if (text === null) {
    await server.database.query(sql`delete from "_preference" where "account" = ${account} and "name" = ${name}`)
    return
  }
  await server.database.transaction(async ({ query }) => {
    await lockNamed(query, `preferences ${String(account)}`)
    const stored = await query(sql`
      insert into "_preference" ("account", "name", "value")
      select ${account}::bigint, ${name}::text, ${text}::jsonb
      where (select count(*) from "_preference" where "account" = ${account} and "name" <> ${name}) < ${maxPreferences}
      on conflict ("account", "name") do update set "value" = excluded."value" returning 1 as "stored"`)
    if (stored.length === 0) throw new RequestError('too_many_preferences')
  })
}

/** All preferences of the caller by name. */
export async function preferencesOf({ caller, query }: Context): Promise<Record<string, unknown>> {
  const rows = await query<{ name: string; value: unknown }>(
    sql`select "name", "value" from "_preference" where "account" = ${caller.me.id}`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

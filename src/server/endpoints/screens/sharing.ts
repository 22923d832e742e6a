// Stores preferences that a unit, a role within the tenant, or a whole tenant shares.
// Only holders of the sharing permission write them; all other members only read theirs.
import sql, { join, type Sql } from 'sql-template-tag'
import { roleEntityOf } from '../../../manifest/model/app'
import type { RefValue } from '../../../protocol/calls'
import { reachOfRole, roleOfReach, type BootAnswer, type SharingReach } from '../../../protocol/screenCalls'
import { RequestError } from '../../../protocol/requestError'
import { authorize } from '../../auth/authorize'
import type { Context } from '../../context/context'
import { column, identifier } from '../../database/sql/identifier'
import { lockNamed } from '../../database/sql/lockNamed'
import type { RequestContext } from '../contract/operation'
import { loadRecords } from '../../query/records/loadRecords'

const maxShared = 200

/** Belongs to one tenant; unit and role are 0 if it is for the whole tenant. */
interface Place {
  readonly tenant: number
  readonly unit: number
  readonly role: number
}

/**
 * Stores or (null) deletes a shared preference.
 * @throws RequestError permission_denied for callers who may not share, and for a unit or role that the caller's tenant
 * does not have
 */
export async function saveShared(
  context: RequestContext,
  reach: SharingReach,
  name: string,
  text: string | null,
): Promise<void> {
  const { caller, server, now } = context
  assertSharing(context)
  const target = placeOf(context, reach)
  const { tenant, unit, role } = target
  if (text === null) {
    await server.database.query(sql`delete from "_sharedPreference" where ${isAt(target)} and "name" = ${name}`)
    return
  }
  const roles = role > 0 ? await rolesOfTenant(context) : []
  if (tenant === 0 || (reach === 'unit' && unit === 0) || (role > 0 && !roles.includes(role)))
    throw new RequestError('permission_denied')
  await server.database.transaction(async (tx) => {
    await lockNamed(tx.query, `shared preferences ${tenant} ${unit} ${role}`)
    const stored = await tx.query(sql`
      insert into "_sharedPreference" ("tenant", "unit", "role", "name", "value", "keptBy", "at")
      select ${tenant}::bigint, ${unit}::bigint, ${role}::bigint, ${name}::text, ${text}::jsonb,
      ${caller.me.id}::bigint, ${now}::timestamptz
      where (select count(*) from "_sharedPreference" where ${isAt(target)} and "name" <> ${name}) < ${maxShared}
      on conflict ("tenant", "unit", "role", "name")
        do update set "value" = excluded."value", "keptBy" = excluded."keptBy", "at" = excluded."at"
      returning 1 as "stored"`)
    if (stored.length === 0) throw new RequestError('too_many_shared', { count: maxShared })
  })
}

/**
 * The stored value of a shared preference, including what its readers may not see.
 * @throws RequestError permission_denied for callers who may not share
 */
export async function sharedValue(context: Context, reach: SharingReach, name: string): Promise<unknown> {
  assertSharing(context)
  const [row] = await context.query<{ value: unknown }>(
    sql`select "value" from "_sharedPreference" where ${isAt(placeOf(context, reach))} and "name" = ${name}`,
  )
  return row?.value
}

const assertSharing = ({ app, caller }: Context) =>
  authorize(app, caller, [app.access.sharingPermission ?? app.access.administratorPermission])

/** What is shared with the caller, and the units, roles and tenants to share with; units and tenants without label. */
export async function sharingOf(context: Context): Promise<{
  readonly shared: BootAnswer['sharedPreferences']
  readonly reaches: readonly { readonly reach: SharingReach; readonly label?: string }[]
}> {
  const roles = await sharingRoles(context)
  return {
    shared: await sharedPreferencesOf(context, roles),
    reaches: [
      ...unitAndTenant(context).map((reach) => ({ reach })),
      ...roles.map(({ id, label }) => ({ reach: reachOfRole(id), label })),
    ],
  }
}

/** What is shared with the caller; with `roles`, which the caller may share with, also what these share. */
async function sharedPreferencesOf(
  context: Context,
  roles: readonly RefValue[],
): Promise<BootAnswer['sharedPreferences']> {
  const { tenant, unit, role: ownRole } = ownPlace(context)
  const places: Place[] = [
    { tenant, unit: 0, role: 0 },
    ...(unit > 0 ? [{ tenant, unit, role: 0 }] : []),
    ...[...new Set([ownRole, ...roles.map(({ id }) => id)])].flatMap((role) =>
      role > 0 ? [{ tenant, unit: 0, role }] : [],
    ),
  ]
  const rows = await context.query<{ unit: number | string; role: number | string; name: string; value: unknown }>(sql`
    select "unit", "role", "name", "value" from "_sharedPreference" where ${join(places.map(isAt), ' or ')}`)
  const shared: Partial<Record<SharingReach, Record<string, unknown>>> = {}
  for (const { name, value, ...stored } of rows) {
    const role = Number(stored.role)
    const reach = role > 0 ? reachOfRole(role) : Number(stored.unit) > 0 ? 'unit' : 'tenant'
    shared[reach] = { ...shared[reach], [name]: value }
  }
  return shared
}

/** For callers who may share: their unit, if any, and their tenant. */
function unitAndTenant(context: Context): ('unit' | 'tenant')[] {
  const ids = ownPlace(context)
  return mayShare(context) ? (['unit', 'tenant'] as const).filter((reach) => ids[reach] > 0) : []
}

/** For callers who may share: the roles that accounts of their tenant have. */
async function sharingRoles(context: Context): Promise<RefValue[]> {
  const ids = mayShare(context) ? await rolesOfTenant(context) : []
  if (ids.length === 0) return []
  const { name: entity, labelField } = roleEntityOf(context.app)
  const records = await loadRecords(context, { entity, paths: [labelField], where: { ids }, scoped: false })
  return records
    .map((record) => ({ id: record.id, label: String(record[labelField] ?? '') }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

async function rolesOfTenant({ app, caller, query }: Context): Promise<number[]> {
  const { accountEntity, tenantEntity, roleField } = app.access.identity
  const [role, tenant] = [column('a', roleField), column('a', tenantEntity)]
  const rows = await query<{ role: number }>(sql`
    select distinct ${role} as "role" from ${identifier(accountEntity)} as "a"
    where ${tenant} = ${Number(caller.me[tenantEntity] ?? 0)} and ${role} is not null`)
  return rows.map(({ role: id }) => id)
}

const mayShare = ({ app, caller }: Context) =>
  caller.administrator || caller.codes.has(app.access.sharingPermission ?? '')

const isAt = ({ tenant, unit, role }: Place): Sql =>
  sql`("tenant" = ${tenant} and "unit" = ${unit} and "role" = ${role})`

function ownPlace({ app, caller }: Context): Place {
  const { tenantEntity, unitField, roleField } = app.access.identity
  const id = (field: string) => Number(caller.me[field] ?? 0)
  return { tenant: id(tenantEntity), unit: id(unitField), role: id(roleField) }
}

function placeOf(context: Context, reach: SharingReach): Place {
  const { tenant, unit } = ownPlace(context)
  return { tenant, unit: reach === 'unit' ? unit : 0, role: roleOfReach(reach) ?? 0 }
}

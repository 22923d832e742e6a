// Bounds the values of hidden or foreign records that an account looks for.
// They could be guessed without a trace where nothing is written: by open forms and dry runs.
// Kept in the database, so that a restart or a second server gives no further tries.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { RequestError } from '../../../protocol/requestError'
import type { Caller, Context, RawRecord } from '../../context/context'
import { canReadField } from '../../query/policy/fieldAccess'
import type { Database } from '../../database/connection/openDatabase'

const period = 10 * 60_000
/** Different values that an account may look for in a period: more than anyone types. */
const mostTries = 60

/**
 * Counts a value; one that was looked for before in the same period counts once.
 * @param visible what a mask shows of it, where values that show the same are counted apart from others
 * @throws RequestError too_many_lookups
 */
export async function countLookup(
  database: Pick<Database, 'query'>,
  { me }: Caller,
  { value, visible = '' }: { readonly value: string; readonly visible?: string },
  now: Date,
): Promise<void> {
  const account = Number(me.id)
  const digest = createHash('sha256').update(`${account}\0${value}`).digest('hex')
  const old = new Date(now.getTime() - period)
  const counted = await database.query(sql`
    insert into "_tried" as kept ("account", "shown", "since", "digests")
    values (${account}, ${visible}, ${now}, array[${digest}::text])
    on conflict ("account", "shown") do update
    set "since" = case when kept."since" <= ${old} then excluded."since" else kept."since" end,
      "digests" = case when kept."since" <= ${old} then excluded."digests"
        when ${digest} = any(kept."digests") then kept."digests" else kept."digests" || excluded."digests" end
    where kept."since" <= ${old} or ${digest} = any(kept."digests") or cardinality(kept."digests") < ${mostTries}
    returning "account"`)
  if (counted.length > 0) return
  const [row] = await database.query<{ since: string }>(
    sql`select "since" from "_tried" where "account" = ${account} and "shown" = ${visible}`,
  )
  const end = new Date(row?.since ?? now).getTime() + period
  const wait = Math.max(1, Math.ceil((end - now.getTime()) / 1_000))
  throw new RequestError('too_many_lookups', { seconds: wait }, { retryAfter: wait })
}

type Unique = Entity['unique'][number]

/** Whether a caller could learn values that lists do not show. */
export function isGuessable(caller: Caller, entity: Entity, unique: Unique): boolean {
  return unique.acrossTenants || hasMask(entity, unique) || hasUnread(caller, entity, unique)
}

const hasMask = ({ fields }: Entity, unique: Unique) => unique.fields.some((name) => fields[name]!.mask !== undefined)

export function hasUnread(caller: Caller, { fields }: Entity, unique: Unique): boolean {
  return unique.fields.some((name) => !canReadField(fields[name]!, caller))
}

/** A try by its fields and values, the same for the same ones. */
export function triedValue(names: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(names.map((name) => [name, values[name]]))
}

/**
 * Counts the values of a record that a dry run met in its way, where lists show not even that there is one: of another
 * tenant, or by a field out of reach. A file of its account's data meets hardly any, and no row is refused for this
 * that would not be anyway. Of masked values all tries are counted, whether they meet one or not.
 * @throws RequestError too_many_lookups
 */
export async function countMet(
  { caller, now, query }: Pick<Context, 'caller' | 'now' | 'query'>,
  entity: Entity,
  unique: Unique,
  values: RawRecord,
): Promise<void> {
  if (hasMask(entity, unique)) return
  const visible = JSON.stringify([entity.name, ...unique.fields])
  await countLookup({ query }, caller, { value: triedValue(unique.fields, values), visible }, now)
}

/** Forgets what was looked for before the period. */
export async function sweepLookups(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  await database.query(sql`delete from "_tried" where "since" <= ${new Date(now.getTime() - period)}`)
}

// Bounds the values of hidden or foreign records that an account looks for.
// They could be guessed without a trace where nothing is written: by open forms and dry runs.
// Kept in the database, so that a restart or a second server gives no further tries.
import { declared } from '../../../manifest/expression/values/present'
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { RequestError } from '../../../protocol/requestError'
import type { Caller, Context, RawRecord } from '../../context/context'
import { groupedBy } from '../../query/expression/groupedBy'
import { canReadField } from '../../query/policy/fieldAccess'
import type { Database } from '../../database/connection/openDatabase'

const period = 10 * 60_000
/** Different values that an account may look for in a period: more than anyone types. */
const maxTries = 60

/** A value that was looked for. */
interface Lookup {
  readonly value: string
  /** What a mask shows of it, where values that show the same are counted apart from others. */
  readonly visible?: string
}

/**
 * Counts the values of one call together; one that was looked for before in the same period counts once.
 * @throws RequestError too_many_lookups
 */
export async function countLookups(
  database: Pick<Database, 'query'>,
  { me }: Caller,
  lookups: readonly Lookup[],
  now: Date,
): Promise<void> {
  if (lookups.length === 0) return
  const account = Number(me.id)
  const digestOf = ({ value }: Lookup) => createHash('sha256').update(`${account}\0${value}`).digest('hex')
  const tried = [...groupedBy(lookups, ({ visible = '' }) => visible)].map(([visible, group]) => ({
    visible,
    digests: [...new Set(group.map(digestOf))],
  }))
  const old = new Date(now.getTime() - period)
  const added = sql`array(select d from unnest(excluded."digests") d where d <> all(stored."digests"))`
  // In one order, so that two calls do not wait for each other's rows.
  const counted = await database.query<{ shown: string }>(sql`
    insert into "_tried" as stored ("account", "shown", "since", "digests")
    select ${account}::bigint, t."visible", ${now}::timestamptz, t."digests"
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as t("visible" text, "digests" text[]) order by t."visible"
    on conflict ("account", "shown") do update
    set "since" = case when stored."since" <= ${old} then excluded."since" else stored."since" end,
      "digests" = case when stored."since" <= ${old} then excluded."digests" else stored."digests" || ${added} end
    where stored."since" <= ${old} or cardinality(stored."digests" || ${added}) <= ${maxTries}
    returning "shown"`)
  const refused = tried.map(({ visible }) => visible).filter((visible) => !counted.some((row) => row.shown === visible))
  if (refused.length === 0) return
  const [row] = await database.query<{ since: string | null }>(
    sql`select max("since") as "since" from "_tried" where "account" = ${account} and "shown" = any(${refused})`,
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

const hasMask = ({ fields }: Entity, unique: Unique) =>
  unique.fields.some((name) => declared(fields, name).mask !== undefined)

export function hasUnread(caller: Caller, { fields }: Entity, unique: Unique): boolean {
  return unique.fields.some((name) => !canReadField(declared(fields, name), caller))
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
  await countLookups({ query }, caller, [{ value: triedValue(unique.fields, values), visible }], now)
}

/** Forgets what was looked for before the period. */
export async function sweepLookups(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  await database.query(sql`delete from "_tried" where "since" <= ${new Date(now.getTime() - period)}`)
}

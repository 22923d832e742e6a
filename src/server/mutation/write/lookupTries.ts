// Limits the values of hidden or foreign records that an account may look up.
// Open forms and dry runs write nothing, so values could be guessed there unnoticed.
// Stored in the database, so that a restart or a second server allows no further tries.
import { declared } from '../../../manifest/expression/values/present'
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { RequestError } from '../../../protocol/requestError'
import type { Caller, Context, RawRecord } from '../../context/context'
import { groupBy } from '../../../manifest/expression/values/lists'
import { canReadField } from '../../query/policy/fieldAccess'
import type { Database } from '../../database/connection/openDatabase'
import { deleteOlder } from '../../database/sql/deleteOlder'

const periodMs = 10 * 60_000
/** Different values that an account may look up in a period: more than a person types. */
const maxTries = 60

/** A value that was looked up. */
interface Lookup {
  readonly value: string
  /** Its masked form, if values with equal masked forms are counted together. */
  readonly visible?: string
}

/**
 * Counts the values of one call together; a value repeated within the period counts once.
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
  const tried = [...groupBy(lookups, ({ visible = '' }) => visible)].map(([visible, group]) => ({
    visible,
    digests: [...new Set(group.map(digestOf))],
  }))
  const old = new Date(now.getTime() - periodMs)
  const added = sql`array(select d from unnest(excluded."digests") d where d <> all(stored."digests"))`
  // Sorted, so that two calls do not deadlock.
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
  const end = new Date(row?.since ?? now).getTime() + periodMs
  const wait = Math.max(1, Math.ceil((end - now.getTime()) / 1_000))
  throw new RequestError('too_many_lookups', { count: wait }, { retryAfter: wait })
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

/** A try identified by its fields and values. */
export function triedValue(names: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(names.map((name) => [name, values[name]]))
}

/**
 * Counts conflicts of a dry run with a record whose existence lists do not reveal: of another tenant, or by an
 * unreadable field. A file of the account's own data has hardly any, and this refuses no row that would be accepted
 * otherwise. For masked values every try counts, conflict or not.
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

/** Deletes tries from before the period. */
export async function sweepLookups(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  await deleteOlder(database.query, { table: '_tried', since: 'since', before: new Date(now.getTime() - periodMs) })
}

// Proves possession of an account's phone by one-time codes, on any server.
// Six digits, valid once, for ten minutes and five tries.
// An unknown number is treated alike, rows and limits included, so that an outsider learns nothing.
import { createHash, randomInt } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../manifest/expression/values/days'
import { RequestError } from '../../protocol/requestError'
import type { Database } from '../database/connection/openDatabase'
import { isAheadSql } from '../database/sql/aheadOfClock'

const msPerMinute = 60_000
const codeLifetimeMs = 10 * msPerMinute
const maxTries = 5
const maxPerDay = 10

/** The recipient of a code and its purpose. */
interface CodeRecipient {
  readonly purpose: string
  readonly login: string
}

const digestOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex')
const keyOf = ({ purpose, login }: CodeRecipient) => digestOf(purpose, login)

/** A code of six digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/**
 * Stores the digest of a code for a number, replacing the previous one. At most one a minute and ten a day.
 * @throws RequestError code_requested_too_often with the seconds to wait
 */
export async function saveCode(
  database: Pick<Database, 'query'>,
  recipient: CodeRecipient,
  code: string,
  now: Date,
): Promise<void> {
  const key = keyOf(recipient)
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const isOver = (moment: Sql, milliseconds: number) =>
    sql`(${moment} <= ${ago(milliseconds)} or ${isAheadSql(moment, now)})`
  const isNextDay = isOver(sql`stored."since"`, msPerDay)
  const stored = await database.query(sql`
    with swept as (delete from "_code" where "since" < ${ago(2 * msPerDay)})
    insert into "_code" as stored ("key", "digest", "tries", "expiresAt", "sentAt", "sent", "since")
    values (${key}, ${digestOf(key, code)}, 0, ${new Date(now.getTime() + codeLifetimeMs)}, ${now}, 1, ${now})
    on conflict ("key") do update set "digest" = excluded."digest", "tries" = 0, "expiresAt" = excluded."expiresAt",
    "sentAt" = ${now},
      "sent" = case when ${isNextDay} then 1 else stored."sent" + 1 end,
      "since" = case when ${isNextDay} then ${now} else stored."since" end
    where ${isOver(sql`stored."sentAt"`, msPerMinute)} and (stored."sent" < ${maxPerDay} or ${isNextDay})
    returning 1 as "one"`)
  if (stored.length > 0) return
  const [row] = await database.query<{ sentAt: string; sent: number; since: string }>(
    sql`select "sentAt", "sent", "since" from "_code" where "key" = ${key}`,
  )
  const until =
    row && row.sent >= maxPerDay
      ? new Date(row.since).getTime() + msPerDay
      : new Date(row?.sentAt ?? now).getTime() + msPerMinute
  const wait = Math.max(1, Math.ceil((until - now.getTime()) / 1_000))
  throw new RequestError('code_requested_too_often', { count: wait }, { retryAfter: wait })
}

/**
 * Consumes a code. A wrong one counts as a try; the fifth invalidates the code.
 * @throws RequestError code_invalid, the same for a wrong, expired, used or never sent code
 */
export async function useCode(
  database: Pick<Database, 'query'>,
  recipient: CodeRecipient,
  code: string,
  now: Date,
): Promise<void> {
  const key = keyOf(recipient)
  const digest = digestOf(key, code)
  // Count before comparing, so that at most five concurrent attempts through any servers are compared.
  const [tried] = await database.query<{ digest: string }>(
    sql`update "_code"
      set "tries" = "tries" + 1
      where "key" = ${key} and "tries" < ${maxTries} and "expiresAt" > ${now} and not ${isAheadSql(sql`"sentAt"`, now)}
      returning "digest"`,
  )
  const used =
    tried?.digest === digest
      ? await database.query(
          sql`update "_code"
            set "expiresAt" = ${now}, "digest" = ''
            where "key" = ${key} and "digest" = ${digest}
            returning 1 as "one"`,
        )
      : []
  if (used.length === 0) throw new RequestError('code_invalid', {}, { field: 'code' })
}

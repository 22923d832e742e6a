// Who holds the telephone of an account? Codes that are sent to it: six digits, good once, for ten minutes and five tries, whichever server is asked.
// Whether the number belongs to anybody changes nothing that a stranger could see: the row is written and the limits hold all the same.
import { createHash, randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Text } from '../manifest/app'
import { codes, Fault } from '../protocol/envelope'
import type { Database } from './database/open'

const minute = 60_000
const day = 24 * 60 * minute
const life = 10 * minute
const mostTries = 5
const mostADay = 10

const digestOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('hex')
const keyOf = (purpose: string, login: string) => digestOf(purpose, login)

/** A code of six digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/**
 * Keeps a code for a number instead of the one before; only its digest. One a minute and ten a day.
 * @throws Fault with status 429 and the seconds to wait
 */
export async function keepCode(
  database: Pick<Database, 'read'>,
  purpose: string,
  login: string,
  code: string,
  now: Date,
): Promise<void> {
  const key = keyOf(purpose, login)
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const kept = await database.read(sql`
    with swept as (delete from "_code" where "since" < ${ago(2 * day)})
    insert into "_code" as kept ("key", "digest", "tries", "expiresAt", "sentAt", "sent", "since") values (${key}, ${digestOf(key, code)}, 0, ${new Date(now.getTime() + life)}, ${now}, 1, ${now})
    on conflict ("key") do update set "digest" = excluded."digest", "tries" = 0, "expiresAt" = excluded."expiresAt", "sentAt" = ${now},
      "sent" = case when kept."since" <= ${ago(day)} then 1 else kept."sent" + 1 end, "since" = case when kept."since" <= ${ago(day)} then ${now} else kept."since" end
    where kept."sentAt" <= ${ago(minute)} and (kept."sent" < ${mostADay} or kept."since" <= ${ago(day)}) returning 1 as "one"`)
  if (kept.length > 0) return
  const [row] = await database.read<{ sentAt: string; sent: number; since: string }>(
    sql`select "sentAt", "sent", "since" from "_code" where "key" = ${key}`,
  )
  const until =
    row && row.sent >= mostADay ? new Date(row.since).getTime() + day : new Date(row?.sentAt ?? now).getTime() + minute
  const wait = Math.max(1, Math.ceil((until - now.getTime()) / 1_000))
  throw new Fault(
    codes.refused,
    [`验证码发送过于频繁，请 ${wait} 秒后再试`, `Too many codes were asked for; try again in ${wait} seconds`],
    { status: 429, retryAfter: wait },
  )
}

/**
 * Uses up a code. A wrong one counts as a try, and the fifth makes the code worthless.
 * @throws Fault 2001, the same for a wrong, an old, a used and a code that was never sent
 */
export async function useCode(
  database: Pick<Database, 'read'>,
  purpose: string,
  login: string,
  code: string,
  now: Date,
): Promise<void> {
  const key = keyOf(purpose, login)
  const digest = digestOf(key, code)
  // Counted first and compared then: of tries at the same time through any number of servers, at most five are compared.
  const [tried] = await database.read<{ digest: string }>(
    sql`update "_code" set "tries" = "tries" + 1 where "key" = ${key} and "tries" < ${mostTries} and "expiresAt" > ${now} returning "digest"`,
  )
  const used =
    tried?.digest === digest
      ? await database.read(
          sql`update "_code" set "expiresAt" = ${now}, "digest" = '' where "key" = ${key} and "digest" = ${digest} returning 1 as "one"`,
        )
      : []
  if (used.length === 0) throw new Fault(codes.refused, wrongCode, { fields: { code: wrongCode } })
}

const wrongCode: Text = ['验证码错误或已失效', 'The code is wrong or no longer valid']

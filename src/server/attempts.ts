// How fast may somebody try passwords? Each failure of one address at one account makes the next try wait longer, up to a minute;
// nobody else's sign-in to that account is slowed, so an account cannot be locked from outside. Kept in the database for all processes:
// a try is counted before it is made, so that tries through several servers at once are counted like those one after the other.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { codes, Fault } from '../protocol/envelope'
import type { Database } from './database/open'

const second = 1_000
/** Failures that cost nothing: people mistype. An address that tries many accounts has its own, larger allowance. */
const free = { pair: 4, address: 40 }
const longestWait = 60
const forgottenAfter = 15 * 60 * second

/** Seconds to wait after so many failures. */
export function waitAfter(failures: number, allowed: number): number {
  return failures <= allowed ? 0 : Math.min(longestWait, 2 ** (failures - allowed))
}

const keysOf = (account: string, address: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  return { pair: digest(`pair\0${account.toLowerCase()}\0${address}`), address: digest(`address\0${address}`) }
}

const turns = new WeakMap<Database, Map<string, Promise<unknown>>>()

/** Makes the tries of one address at one account through this process one after the other: right ones made at the same time do not use up the allowance. */
export async function inTurn<T>(
  database: Database,
  account: string,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const waiting = turns.get(database) ?? new Map<string, Promise<unknown>>()
  turns.set(database, waiting)
  const { pair } = keysOf(account, address)
  const own = (waiting.get(pair) ?? Promise.resolve()).then(attempt, attempt)
  waiting.set(pair, own)
  try {
    return await own
  } finally {
    if (waiting.get(pair) === own) waiting.delete(pair)
  }
}

/**
 * Counts a try as a failure before it is made; `forgetFailures` takes that back when it was right. One that comes too early is refused and not counted.
 * @throws Fault with status 429 and the seconds to wait
 */
export async function claimAttempt(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  const old = new Date(now.getTime() - forgottenAfter)
  await database.transaction(async (tx) => {
    // Always in this order, so that two tries never wait for each other.
    for (const name of ['address', 'pair'] as const) {
      const [claimed] = await tx.query<{ failures: number }>(sql`
        insert into "_attempt" as kept ("key", "failures", "until", "at") values (${keys[name]}, 1, ${now}, ${now})
        on conflict ("key") do update set "failures" = case when kept."at" < ${old} then 1 else kept."failures" + 1 end, "at" = ${now} where kept."until" <= ${now}
        returning "failures"`)
      if (!claimed) throw await tooEarly(tx, keys[name], now)
      const wait = waitAfter(claimed.failures, free[name])
      if (wait > 0)
        await tx.query(
          sql`update "_attempt" set "until" = ${new Date(now.getTime() + wait * second)} where "key" = ${keys[name]}`,
        )
    }
  })
  await database.read(sql`delete from "_attempt" where "at" < ${old} and "until" < ${now}`)
}

async function tooEarly(
  tx: { query<T>(statement: ReturnType<typeof sql>): Promise<T[]> },
  key: string,
  now: Date,
): Promise<Fault> {
  const [row] = await tx.query<{ until: string }>(sql`select "until" from "_attempt" where "key" = ${key}`)
  const wait = Math.max(1, Math.ceil((new Date(row?.until ?? now).getTime() - now.getTime()) / second))
  return new Fault(
    codes.refused,
    [`尝试次数过多，请 ${wait} 秒后再试`, `Too many attempts; try again in ${wait} seconds`],
    { status: 429, retryAfter: wait },
  )
}

/** The try that was claimed was right: forgets the failures of that address at that account, and this one of the address. */
export async function forgetFailures(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  await database.read(sql`
    with forgotten as (delete from "_attempt" where "key" = ${keys.pair})
    update "_attempt" set "failures" = greatest("failures" - 1, 0), "until" = case when "failures" - 1 <= ${free.address} then least("until", ${now}) else "until" end where "key" = ${keys.address}`)
}

// How fast may somebody try passwords? Each failure of one address at one account makes the next try wait longer, up to a minute;
// nobody else's sign-in to that account is slowed, so an account cannot be locked from outside. Kept in the database for all processes.
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

/** Makes the tries of one address at one account one after the other: made at the same time, all would be over before the first failure counts. */
export async function inTurn<T>(database: Database, account: string, address: string, attempt: () => Promise<T>): Promise<T> {
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
 * Refuses a try that comes too early.
 * @throws Fault with status 429 and the seconds to wait
 */
export async function allowAttempt(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  const rows = await database.read<{ until: string }>(sql`select max("until") as "until" from "_attempt" where "key" in (${keys.pair}, ${keys.address}) and "until" > ${now}`)
  const until = rows[0]?.until
  if (!until) return
  const wait = Math.ceil((new Date(until).getTime() - now.getTime()) / second)
  throw new Fault(codes.refused, [`尝试次数过多，请 ${wait} 秒后再试`, `Too many attempts; try again in ${wait} seconds`], { status: 429, retryAfter: wait })
}

/** Counts a failure. */
export async function countFailure(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  const old = new Date(now.getTime() - forgottenAfter)
  for (const name of ['pair', 'address'] as const) {
    const rows = await database.read<{ failures: number }>(sql`
      insert into "_attempt" as kept ("key", "failures", "until", "at") values (${keys[name]}, 1, ${now}, ${now})
      on conflict ("key") do update set "failures" = case when kept."at" < ${old} then 1 else kept."failures" + 1 end, "at" = ${now}
      returning "failures"`)
    const wait = waitAfter(rows[0]?.failures ?? 1, free[name])
    if (wait > 0) await database.read(sql`update "_attempt" set "until" = ${new Date(now.getTime() + wait * second)} where "key" = ${keys[name]}`)
  }
  await database.read(sql`delete from "_attempt" where "at" < ${old}`)
}

/** Forgets the failures of one address at one account. */
export async function forgetFailures(database: Database, account: string, address: string): Promise<void> {
  await database.read(sql`delete from "_attempt" where "key" = ${keysOf(account, address).pair}`)
}

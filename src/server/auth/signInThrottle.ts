// Slows down password guessing: each failure of an address at an account delays its next try.
// Other addresses are not slowed, so an account cannot be locked from outside.
// Kept in the database and counted before the try, so that parallel tries through several servers count too.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import sql from 'sql-template-tag'
import { RequestError } from '../../protocol/requestError'
import type { Database } from '../database/connection/openDatabase'
import type { Transaction } from '../database/connection/transaction'
import { isAheadSql } from '../database/sql/aheadOfClock'

const secondMs = 1_000
/** Failures without a delay: typing errors at one account, and those of an address at all accounts. */
const freeFailures = { pair: 4, address: 40 }
const maxWaitSeconds = 60
const forgottenAfterMs = 15 * 60 * secondMs
/** Attempts within `forgottenAfter`, each at another account, that a waiting address may still make. */
const maxFirsts = 200

/** Seconds to wait after `failures` failed attempts: 0 up to `allowed`, then doubling up to a maximum. */
export function backoffSeconds(failures: number, allowed: number): number {
  return failures <= allowed ? 0 : Math.min(maxWaitSeconds, 2 ** (failures - allowed))
}

const keysOf = (account: string, address: string) => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  const network = networkOf(address)
  return {
    pair: digest(`pair\0${account.toLowerCase()}\0${network}`),
    address: digest(`address\0${network}`),
    firsts: digest(`firsts\0${network}`),
  }
}

/** An IPv6 connection gets a whole /64, which counts as one address; IPv4 addresses count individually. */
function networkOf(address: string): string {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const left = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = address.includes('::') ? [...before, ...left, ...after] : before
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The last attempt under way of each address at each account. */
const lastAttempts = new WeakMap<Database, Map<string, Promise<unknown>>>()

/**
 * Serializes the attempts of one address at one account in this process: simultaneous correct ones must not use up the
 * allowance.
 */
export async function serializeAttempts<T>(
  database: Database,
  account: string,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const waiting = lastAttempts.get(database) ?? new Map<string, Promise<unknown>>()
  lastAttempts.set(database, waiting)
  const { pair } = keysOf(account, address)
  const current = (waiting.get(pair) ?? Promise.resolve()).then(attempt, attempt)
  waiting.set(pair, current)
  try {
    return await current
  } finally {
    if (waiting.get(pair) === current) waiting.delete(pair)
  }
}

const isForgottenAt = (now: Date) =>
  sql`(stored."at" < ${new Date(now.getTime() - forgottenAfterMs)} or ${isAheadSql(sql`stored."at"`, now)})`

/**
 * Counts an attempt as a failure in advance; `forgetFailures` reverts that on success. An attempt made too early is
 * refused and not counted.
 * @throws RequestError too_many_attempts with the seconds to wait
 */
export async function claimAttempt(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  const isForgotten = isForgottenAt(now)
  await database.transaction(async (tx) => {
    // Keep this order, so that two attempts never deadlock.
    for (const name of ['address', 'pair'] as const) {
      const [claimed] = await tx.query<{ failures: number }>(sql`
        insert into "_attempt" as stored ("key", "failures", "until", "at") values (${keys[name]}, 1, ${now}, ${now})
        on conflict ("key") do update set "failures" = case when ${isForgotten} then 1 else stored."failures" + 1 end,
        "until" = least(stored."until", ${now}), "at" = ${now} where stored."until" <= ${now} or ${isForgotten}
        returning "failures"`)
      if (!claimed && name === 'address' && (await isFirst(tx, keys, now))) return
      if (!claimed) throw await tooEarly(tx, keys[name], now)
      const wait = backoffSeconds(claimed.failures, freeFailures[name])
      if (wait > 0)
        await tx.query(
          sql`update "_attempt" set "until" = ${new Date(now.getTime() + wait * secondMs)} where "key" = ${keys[name]}`,
        )
    }
  })
  await database.query(sql`delete from "_attempt" as stored where ${isForgotten}`)
}

/**
 * Whether this is the first attempt at an account from an address that is waiting because of other accounts. It may
 * proceed and counts: the right password gets in, guessing gets one try per account, and a list of accounts ends.
 */
async function isFirst(tx: Transaction, keys: ReturnType<typeof keysOf>, now: Date): Promise<boolean> {
  const isForgotten = isForgottenAt(now)
  const [first] = await tx.query(sql`
    insert into "_attempt" as stored ("key", "failures", "until", "at") values (${keys.pair}, 1, ${now}, ${now})
    on conflict ("key") do update set "failures" = 1, "until" = ${now}, "at" = ${now}
    where ${isForgotten}
    returning "failures"`)
  if (!first) return false
  await tx.query(sql`update "_attempt" set "failures" = "failures" + 1 where "key" = ${keys.address}`)
  // The period begins with its first attempt; further attempts do not prolong it.
  const [passed] = await tx.query(sql`
    insert into "_attempt" as stored ("key", "failures", "until", "at") values (${keys.firsts}, 1, ${now}, ${now})
    on conflict ("key") do update set
    "failures" = case when ${isForgotten} then 1 else stored."failures" + 1 end,
    "at" = case when ${isForgotten} then ${now} else stored."at" end
    where ${isForgotten} or stored."failures" < ${maxFirsts}
    returning "failures"`)
  return passed !== undefined
}

async function tooEarly(tx: Transaction, key: string, now: Date): Promise<RequestError> {
  const [row] = await tx.query<{ until: string }>(sql`select "until" from "_attempt" where "key" = ${key}`)
  const wait = Math.max(1, Math.ceil((new Date(row?.until ?? now).getTime() - now.getTime()) / secondMs))
  return new RequestError('too_many_attempts', { count: wait }, { retryAfter: wait })
}

/** After a successful attempt, forgets this attempt and the failures of the address at the account. */
export async function forgetFailures(database: Database, account: string, address: string, now: Date): Promise<void> {
  const keys = keysOf(account, address)
  await database.query(sql`
    with forgotten as (delete from "_attempt" where "key" = ${keys.pair}),
    returned as (
      update "_attempt" set "failures" = greatest("failures" - 1, 0) where "key" = ${keys.firsts})
    update "_attempt"
    set "failures" = greatest("failures" - 1, 0),
    "until" = case when "failures" - 1 <= ${freeFailures.address} then least("until", ${now}) else "until" end
    where "key" = ${keys.address}`)
}

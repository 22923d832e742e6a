// Was this very request answered already? Its key is kept in the same transaction as what it writes: a retry or a second click gets the first
// answer, two at once wait for each other, and a key never stands for two things. A refused request leaves no key behind.
import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { RunAnswer, RunRequest } from '../../protocol/calls'
import type { Context } from '../context'
import { keyTaken } from './faults'

/** How long a retry finds its answer. */
const keptDays = 7

export interface Claim {
  /** The answer of the first time. */
  readonly answer?: RunAnswer
  /** Keeps the answer for the next time. */
  readonly keep: (answer: RunAnswer) => Promise<void>
}

/** The account that a key belongs to: nobody can ask for another's answer. 0 for callers without one. */
export async function claimKey(
  query: Context['query'],
  account: number,
  request: RunRequest,
  now: Date,
): Promise<Claim> {
  const { key } = request
  const digest = digestOf(request)
  const mine = sql`"account" = ${account} AND "key" = ${key}`
  const taken = await query(
    sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at") VALUES (${account}, ${key}, ${digest}, ${now}) ON CONFLICT ("account", "key") DO NOTHING RETURNING 1 AS "one"`,
  )
  const keep = async (answer: RunAnswer) => {
    await query(sql`UPDATE "_idempotency" SET "answer" = ${JSON.stringify(answer)}::jsonb WHERE ${mine}`)
  }
  if (taken.length > 0) return { keep }
  const [first] = await query<{ digest: string; answer: RunAnswer | null }>(
    sql`SELECT "digest", "answer" FROM "_idempotency" WHERE ${mine}`,
  )
  if (!first?.answer || first.digest !== digest) throw keyTaken()
  return { answer: first.answer, keep }
}

/** Forgets old keys. */
export function sweepKeys(now: Date): Sql {
  return sql`DELETE FROM "_idempotency" WHERE "at" < ${new Date(now.getTime() - keptDays * 86_400_000)}`
}

function digestOf({ key: _key, ...content }: RunRequest): string {
  return createHash('sha256').update(ordered(content)).digest('base64url')
}

/** JSON with the keys of objects in order, as a client may send them in any. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

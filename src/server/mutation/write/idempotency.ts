// Makes requests idempotent: stores the key with its answer in the transaction of the write.
// A retry gets that answer, without a secret that is shown once; a key with another request is refused. Of two at once
// the second waits at the INSERT for the end of the first. A refused request stores no key, so it can be made again.
import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { RunAnswer } from '../../../protocol/calls'
import type { Context } from '../../context/context'
import { attemptAlreadyWritten, idempotencyKeyReused } from '../state/errors'

/** Days for which a retry gets the stored answer. */
const keptDays = 7

export interface IdempotencyClaim<Answer> {
  /** The stored answer of the first request. */
  readonly answer?: Answer
  /** Stores the answer for a retry. */
  readonly keep: (answer: Answer) => Promise<void>
}

/**
 * The key belongs to the account, so that no other account gets its answer. Callers without an account share 0:
 * their keys are made by the server.
 */
export async function claimKey<Answer = RunAnswer>(
  query: Context['query'],
  account: number,
  request: { readonly key: string },
  now: Date,
): Promise<IdempotencyClaim<Answer>> {
  const { key } = request
  const digest = digestOf(request)
  const mine = sql`"account" = ${account} AND "key" = ${key}`
  const claimed = await query(
    sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at")
      VALUES (${account}, ${key}, ${digest}, ${now})
      ON CONFLICT ("account", "key") DO NOTHING
      RETURNING 1 AS "one"`,
  )
  const keep = async (answer: Answer) => {
    await query(sql`UPDATE "_idempotency" SET "answer" = ${JSON.stringify(answer)}::jsonb WHERE ${mine}`)
  }
  if (claimed.length > 0) return { keep }
  const [first] = await query<{ digest: string; answer: Answer | null }>(
    sql`SELECT "digest", "answer" FROM "_idempotency" WHERE ${mine}`,
  )
  // A key that was closed has no answer, and does not run any more.
  if (!first?.answer || first.digest !== digest) throw idempotencyKeyReused()
  return { answer: first.answer, keep }
}

/** A digest that no request has. */
const closed = ''

/**
 * Ends attempts of the account whose outcome the caller does not know: one that comes later is refused.
 * @throws RequestError attempt_already_written for one that has written
 */
export async function closeAttempts(
  query: Context['query'],
  account: number,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  for (const key of keys) {
    // One that is still running holds its key: this waits for its end.
    await query(
      sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at") VALUES (${account}, ${key}, ${closed}, ${now})
        ON CONFLICT ("account", "key") DO NOTHING`,
    )
    const [attempt] = await query<{ answer: Partial<RunAnswer> | null }>(
      sql`SELECT "answer" FROM "_idempotency" WHERE "account" = ${account} AND "key" = ${key}`,
    )
    if (attempt?.answer) throw attemptAlreadyWritten(attempt.answer.no ?? attempt.answer.label ?? '')
  }
}

/** Deletes old keys. */
export function sweepKeys(now: Date): Sql {
  return sql`DELETE FROM "_idempotency" WHERE "at" < ${new Date(now.getTime() - keptDays * 86_400_000)}`
}

/** A retry may come with another proof of the second factor: its content is the same. */
function digestOf({
  key: _key,
  factorProof: _proof,
  ...content
}: {
  readonly key: string
  readonly factorProof?: unknown
}): string {
  return createHash('sha256').update(ordered(content)).digest('base64url')
}

/** JSON with sorted object keys, because a client may send them in any order. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

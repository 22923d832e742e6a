// Makes requests idempotent: stores the key with its answer in the transaction of the write.
// A retry gets that answer, without one-time secrets; a key with another request is refused. Of two at once
// the second waits at the INSERT for the end of the first. A refused request stores no key, so it can be made again.
import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../../manifest/expression/values/days'
import { sortedJson } from '../../../manifest/json/jsonText'
import type { RunAnswer } from '../../../protocol/calls'
import type { Caller, Context } from '../../context/context'
import { idempotencyKeyReused } from '../state/errors'

/** The account that keys and runs belong to; 0: none, the server itself. */
export const accountOfKeys = ({ me }: Pick<Caller, 'me'>): number => (typeof me.id === 'number' ? me.id : 0)

/** The digest of a closed key, which matches no request. */
const closed = ''
/** Days for which a retry gets the stored answer. */
const keyDays = 7

interface IdempotencyClaim<Answer> {
  /** The stored answer of the first request. */
  readonly answer?: Answer
  /** Stores the answer for a retry. */
  readonly save: (answer: Answer) => Promise<void>
}

/**
 * The key belongs to the account, so that no other account gets its answer. Callers without an account share 0: the
 * server generates their keys.
 */
export async function claimKey<Answer = RunAnswer>(
  query: Context['query'],
  account: number,
  request: { readonly key: string },
  now: Date,
): Promise<IdempotencyClaim<Answer>> {
  const { key } = request
  const digest = digestOf(request)
  const save = async (answer: Answer) => {
    await query(
      sql`UPDATE "_idempotency" SET "answer" = ${JSON.stringify(answer)}::jsonb
        WHERE "account" = ${account} AND "key" = ${key}`,
    )
  }
  const first = await keyTaker<Answer>(query, account, now)(key, digest)
  if (!first) return { save }
  // A closed key has no answer and never runs.
  if (!first.answer || first.digest !== digest) throw idempotencyKeyReused()
  return { answer: first.answer, save }
}

interface TakenKey<Answer> {
  readonly digest: string
  readonly answer: Answer | null
}

/** Stores keys of an account; returns the stored answers of keys already taken. Waits for a running one. */
const keyTaker =
  <Answer>(query: Context['query'], account: number, now: Date) =>
  async (key: string, digest: string): Promise<TakenKey<Answer> | undefined> => {
    const taken = await query(
      sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at")
        VALUES (${account}, ${key}, ${digest}, ${now})
        ON CONFLICT ("account", "key") DO NOTHING
        RETURNING 1 AS "one"`,
    )
    if (taken.length > 0) return undefined
    const [first] = await query<TakenKey<Answer>>(
      sql`SELECT "digest", "answer" FROM "_idempotency" WHERE "account" = ${account} AND "key" = ${key}`,
    )
    // A key deleted in between counts as taken.
    return first ?? { digest: closed, answer: null }
  }

/** Claims the keys of several requests; false where one of them has run already, with the others or before. */
export async function claimKeys(
  query: Context['query'],
  account: number,
  requests: readonly { readonly key: string }[],
  now: Date,
): Promise<boolean> {
  const claims = requests.map((request) => ({ key: request.key, digest: digestOf(request) }))
  const taken = await query(
    sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at")
      SELECT ${account}::bigint, c."key", c."digest", ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS c("key" text, "digest" text) ORDER BY c."key"
      ON CONFLICT ("account", "key") DO NOTHING
      RETURNING 1 AS "one"`,
  )
  return taken.length === claims.length
}

/** Stores the answers of claimed keys for retries. */
export function saveAnswersSql(account: number, answers: readonly { key: string; answer: RunAnswer }[]): Sql {
  return sql`UPDATE "_idempotency" AS k SET "answer" = a."answer"
    FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS a("key" text, "answer" jsonb)
    WHERE k."account" = ${account} AND k."key" = a."key"`
}

/**
 * Closes attempts whose outcome the caller does not know: a late one is refused. Returns the answers of those that have
 * written, in the order of their keys.
 */
export async function closeAttempts<Answer>(
  query: Context['query'],
  account: number,
  keys: readonly string[],
  now: Date,
): Promise<readonly Answer[]> {
  const take = keyTaker<Answer>(query, account, now)
  const answers: Answer[] = []
  for (const key of keys) {
    const attempt = await take(key, closed)
    if (attempt?.answer) answers.push(attempt.answer)
  }
  return answers
}

/** Deletes old keys. */
export function sweepKeysSql(now: Date): Sql {
  return sql`DELETE FROM "_idempotency" WHERE "at" < ${new Date(now.getTime() - keyDays * msPerDay)}`
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
  return createHash('sha256').update(sortedJson(content)).digest('base64url')
}

// Makes requests idempotent: stores the key with its answer in the transaction of the write.
// A retry gets that answer, without one-time secrets; a key with another request is refused. Of two at once
// the second waits at the INSERT for the end of the first. A refused request stores no key, so it can be made again.
import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../../manifest/expression/values/days'
import { sortedJson } from '../../../manifest/json/jsonText'
import type { RunAnswer } from '../../../protocol/calls'
import type { Caller, Context } from '../../context/context'
import { deleteOlder } from '../../database/sql/deleteOlder'
import { idempotencyKeyReused } from '../state/errors'

/** The account that keys and runs belong to; 0: none, the server itself. */
export const accountOfKeys = ({ me }: Pick<Caller, 'me'>): number => (typeof me.id === 'number' ? me.id : 0)

/** The digest of a closed key, which matches no request. */
const closed = ''
/** Days for which a retry gets the stored answer. */
const keyDays = 7

/** A key, and what has to be equal for a request with it to count as a retry. */
interface KeyedContent {
  readonly key: string
  readonly content: object
}

/** The whole request is its content, but for the proof of the second factor: a retry may come with another one. */
export function keyedContent({
  key,
  factorProof: _proof,
  ...content
}: {
  readonly key: string
  readonly factorProof?: unknown
}): KeyedContent {
  return { key, content }
}

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
  { key, content }: KeyedContent,
  now: Date,
): Promise<IdempotencyClaim<Answer>> {
  const digest = digestOf(content)
  const save = async (answer: Answer) => {
    await query(saveAnswersSql(account, [{ key, answer }]))
  }
  const taken = await insertOrReadKey<Answer>(query, account, { key, digest }, now)
  if (taken.isNew) return { save }
  // A closed key has no answer and never runs.
  if (!taken.answer || taken.digest !== digest) throw idempotencyKeyReused()
  return { answer: taken.answer, save }
}

interface ClaimedKey {
  readonly key: string
  readonly digest: string
}

/** A key is new, or an earlier request has it; its answer is null if the key is closed. */
type TakenKey<Answer> =
  | { readonly isNew: true }
  | { readonly isNew: false; readonly digest: string; readonly answer: Answer | null }

/** Stores a key of an account, or reads what an earlier request stored. Waits for a running one. */
async function insertOrReadKey<Answer>(
  query: Context['query'],
  account: number,
  claimed: ClaimedKey,
  now: Date,
): Promise<TakenKey<Answer>> {
  if ((await insertKeys(query, account, [claimed], now)) > 0) return { isNew: true }
  const [earlier] = await query<{ digest: string; answer: Answer | null }>(
    sql`SELECT "digest", "answer" FROM "_idempotency" WHERE "account" = ${account} AND "key" = ${claimed.key}`,
  )
  // A key deleted in between counts as closed.
  return { isNew: false, ...(earlier ?? { digest: closed, answer: null }) }
}

/** Stores the keys that are new, and counts them. */
async function insertKeys(
  query: Context['query'],
  account: number,
  claimed: readonly ClaimedKey[],
  now: Date,
): Promise<number> {
  const inserted = await query(
    sql`INSERT INTO "_idempotency" ("account", "key", "digest", "at")
      SELECT ${account}::bigint, c."key", c."digest", ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(claimed)}::jsonb) AS c("key" text, "digest" text) ORDER BY c."key"
      ON CONFLICT ("account", "key") DO NOTHING
      RETURNING 1 AS "one"`,
  )
  return inserted.length
}

/** Claims the keys of several requests; false where one of them has run already, with the others or before. */
export async function claimKeys(
  query: Context['query'],
  account: number,
  requests: readonly KeyedContent[],
  now: Date,
): Promise<boolean> {
  const claimed = requests.map(({ key, content }) => ({ key, digest: digestOf(content) }))
  return (await insertKeys(query, account, claimed, now)) === claimed.length
}

/** Stores the answers of claimed keys for retries. */
export function saveAnswersSql(account: number, answers: readonly { key: string; answer: unknown }[]): Sql {
  return sql`UPDATE "_idempotency" AS k SET "answer" = a."answer"
    FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS a("key" text, "answer" jsonb)
    WHERE k."account" = ${account} AND k."key" = a."key"`
}

/**
 * Closes attempts whose outcome the caller does not know: a late one is refused. Returns the answers of those that have
 * written, in the given order.
 */
export async function closeAttempts<Answer>(
  query: Context['query'],
  account: number,
  keys: readonly string[],
  now: Date,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const key of keys) {
    const attempt = await insertOrReadKey<Answer>(query, account, { key, digest: closed }, now)
    if (!attempt.isNew && attempt.answer) answers.push(attempt.answer)
  }
  return answers
}

/** Deletes old keys. */
export function sweepKeys(query: Context['query'], now: Date): Promise<void> {
  const before = new Date(now.getTime() - keyDays * msPerDay)
  return deleteOlder(query, { table: '_idempotency', since: 'at', before })
}

const digestOf = (content: object): string => createHash('sha256').update(sortedJson(content)).digest('base64url')

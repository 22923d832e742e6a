// Stores passwords as argon2id hashes in _secret and verifies them in constant effort.
// An unknown account takes as long as a wrong password. Rejects weak new passwords; knows nothing of sessions.
import { hash, verify } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import type { Database } from '../database/connection/openDatabase'

// Algorithm 2 is argon2id.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maxLength = 128

// A real hash of a random password, made with the options above: verifying it takes as long as any other.
let nobody: Promise<string> | undefined

/** The argon2id hash of a password, in its own text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * The accounts that have this password. Verifies at least one hash and all in parallel, so that the time reveals
 * nothing.
 */
export async function provenAccounts(
  database: Database,
  accounts: readonly number[],
  password: string,
): Promise<number[]> {
  const stored =
    accounts.length === 0
      ? []
      : await database.query<{ account: number; hash: string }>(
          sql`select "account", "hash" from "_secret" where "account" = any(${accounts}::bigint[])`,
        )
  const candidates =
    stored.length > 0 ? stored : [{ account: 0, hash: await (nobody ??= hashPassword(crypto.randomUUID())) }]
  const sound = password.length <= maxLength
  const proofs = await Promise.all(candidates.map((candidate) => verify(candidate.hash, sound ? password : '')))
  return stored.filter((_, index) => sound && proofs[index]).map((secret) => secret.account)
}

/** A text that differs once one of the accounts has another password. */
export async function passwordMark(database: Pick<Database, 'query'>, accounts: readonly number[]): Promise<string> {
  return JSON.stringify(
    await database.query(
      sql`select "account", "hash" from "_secret" where "account" = any(${[...accounts]}::bigint[]) order by 1`,
    ),
  )
}

/** Replaces the password of an account. */
export async function savePassword(
  database: Pick<Database, 'query'>,
  account: number,
  password: string,
): Promise<void> {
  await saveHash(database, account, await hashPassword(password))
}

/** Stores a hash made by `hashPassword`. */
async function saveHash(database: Pick<Database, 'query'>, account: number, created: string): Promise<void> {
  await database.query(
    sql`insert into "_secret" ("account", "hash")
      values (${account}, ${created})
      on conflict ("account") do update set "hash" = excluded."hash"`,
  )
}

type PasswordProblem = 'password_length' | 'password_contains_account' | 'password_too_simple'

/** The refusal of a new password; undefined when it is strong enough. */
export function passwordProblem(password: string, login: string): PasswordProblem | undefined {
  if (password.length < 8 || password.length > maxLength) return 'password_length'
  if (login !== '' && password.toLowerCase().includes(login.toLowerCase())) return 'password_contains_account'
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  if (kinds < 2) return 'password_too_simple'
  return undefined
}

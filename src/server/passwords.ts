// How is a password kept and proven? As an argon2id hash in _secret; a wrong account costs as much time as a wrong password.
// Refuses weak new passwords; knows nothing of sessions.
import { hash, verify } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import type { Text } from '../manifest/app'
import type { Database } from './database/open'

// Algorithm 2 is argon2id.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const longest = 128

// A real hash of a password nobody has, made with the options above: proving against it takes as long as against any other.
let nobody: Promise<string> | undefined

/** The argon2id hash of a password, in its own text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/** Which of the accounts have this password. At least one proof is made, and all at the same time, so that the time tells nothing. */
export async function provenAccounts(
  database: Database,
  accounts: readonly number[],
  password: string,
): Promise<number[]> {
  const kept =
    accounts.length === 0
      ? []
      : await database.read<{ account: number; hash: string }>(
          sql`select "account", "hash" from "_secret" where "account" = any(${accounts}::bigint[])`,
        )
  const candidates =
    kept.length > 0 ? kept : [{ account: 0, hash: await (nobody ??= hashPassword(crypto.randomUUID())) }]
  const sound = password.length <= longest
  const proofs = await Promise.all(candidates.map((candidate) => verify(candidate.hash, sound ? password : '')))
  return kept.filter((_, at) => sound && proofs[at]).map((secret) => secret.account)
}

/** Keeps the password of an account instead of the one before. */
export async function keepPassword(database: Pick<Database, 'read'>, account: number, password: string): Promise<void> {
  await keepHash(database, account, await hashPassword(password))
}

/** Keeps a hash made by `hashPassword`. */
async function keepHash(database: Pick<Database, 'read'>, account: number, made: string): Promise<void> {
  await database.read(
    sql`insert into "_secret" ("account", "hash") values (${account}, ${made}) on conflict ("account") do update set "hash" = excluded."hash"`,
  )
}

/** Why a new password is refused; nothing when it is good enough. */
export function passwordProblem(password: string, login: string): Text | undefined {
  if (password.length < 8 || password.length > longest)
    return ['密码长度须为 8 到 128 位', 'A password has 8 to 128 characters']
  if (login !== '' && password.toLowerCase().includes(login.toLowerCase()))
    return ['密码不能包含账号', 'The password must not contain the account']
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  if (kinds < 2)
    return ['密码须包含字母、数字、符号中的至少两种', 'A password mixes at least two of letters, digits and symbols']
  return undefined
}

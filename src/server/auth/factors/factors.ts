// The second factors of accounts:
// apps that show codes, passkeys, and ten recovery codes. A secret is sealed, a recovery code stored as digest; a
// statement consumes each, so only one of several attempts succeeds.
import { randomBytes } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import { lockNamed } from '../../database/sql/lockNamed'
import type { App } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { FactorData, FactorKind } from '../../../protocol/signIn/signInCalls'
import { holdsFor } from '../../context/callerRules'
import type { Caller, Context } from '../../context/context'
import { digestOf } from '../sessions'

type Query = Context['query']

export interface StoredFactor {
  readonly id: number
  readonly kind: FactorKind
  readonly name: string
  /** totp: the sealed secret; passkey: its public key and whose page it is for, as JSON. */
  readonly secret: string
  /** passkey: the id by which its device names it. */
  readonly credential: string | null
  /** The last time step, or the device's last count: anything up to it is rejected. */
  readonly used: number
  readonly createdAt: string
  readonly usedAt: string | null
}

/** Whose factor it is, as an app or a device shows it. */
export interface FactorSubject {
  readonly account: number
  /** The title of the product. */
  readonly issuer: string
  /** What the account signs in with. */
  readonly label: string
}

const recoveryCodeCount = 10

/** Whether the product requires a second factor of the account today. */
export function requiresFactor(app: App, caller: Pick<Caller, 'me' | 'tenant'>, now: Date): boolean {
  const rule = app.access.secondFactor?.requiredWhen
  return rule !== undefined && holdsFor(app, caller, rule, now)
}

/** Serializes the changes of an account's factors until the transaction ends. */
export async function lockFactors(query: Query, account: number): Promise<void> {
  await lockNamed(query, `factors ${account}`)
}

/** The account's factors in the order of adding, secrets still sealed; recovery codes are not among them. */
export async function factorsOf(query: Query, account: number): Promise<StoredFactor[]> {
  return query<StoredFactor>(sql`
    select "id", "kind", "name", "secret", "credential", "used", "createdAt", "usedAt"
    from "_factor" where "account" = ${account} order by "id"`)
}

/** Whether the account has an app or a passkey; recovery codes alone do not count. */
export async function hasFactor(query: Query, account: number): Promise<boolean> {
  return (await query(sql`select 1 as "one" from "_factor" where "account" = ${account} limit 1`)).length > 0
}

/**
 * What the account may read of a factor, moments as ISO 8601; secrets and credentials stay here. Null for `usedAt`:
 * never used.
 */
export const factorData = ({ id, kind, name, createdAt, usedAt }: StoredFactor): FactorData => ({
  id,
  kind,
  name,
  createdAt: new Date(createdAt).toISOString(),
  usedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
})

/**
 * Stores a confirmed factor; `secret` is sealed already, and which of `secret` and `credential` is null follows from
 * the kind.
 * @throws RequestError passkey_registered for a passkey that some account has
 */
export async function addFactor(
  query: Query,
  account: number,
  { kind, name, secret, credential, used }: Omit<StoredFactor, 'id' | 'createdAt' | 'usedAt'>,
  now: Date,
): Promise<void> {
  const added = await query(sql`
    insert into "_factor" ("account", "kind", "name", "secret", "credential", "used", "createdAt")
    values (${account}, ${kind}, ${name}, ${secret}, ${credential}, ${used}, ${now})
    on conflict ("credential") do nothing returning "id"`)
  if (added.length === 0) throw new RequestError('passkey_registered')
}

/**
 * Records that a factor was used at a time step or count; false if it was already used there. `repeats`: the device
 * does not count.
 */
export async function useFactor(
  query: Query,
  id: number,
  { used, now, repeats = false }: { readonly used: number; readonly now: Date; readonly repeats?: boolean },
): Promise<boolean> {
  const newer = repeats ? empty : sql` and "used" < ${used}`
  const rows = await query(
    sql`update "_factor" set "used" = ${used}, "usedAt" = ${now} where "id" = ${id}${newer} returning "id"`,
  )
  return rows.length > 0
}

/** Removes one factor of the account, and with the last one the recovery codes; false if there is none with this id. */
export async function removeFactor(query: Query, account: number, id: number): Promise<boolean> {
  const gone = await query(sql`delete from "_factor" where "account" = ${account} and "id" = ${id} returning "id"`)
  await query(sql`
    delete from "_recoveryCode" where "account" = ${account}
      and not exists (select 1 from "_factor" where "account" = ${account})`)
  return gone.length > 0
}

/** Removes the account's sessions and every way of signing in except its password. */
export async function resetSignIn(query: Query, account: number): Promise<void> {
  for (const table of [sql`"_factor"`, sql`"_recoveryCode"`, sql`"_link"`, sql`"_ticket"`, sql`"_session"`])
    await query(sql`delete from ${table} where "account" = ${account}`)
}

/** Ten new recovery codes in place of the former; they are stored nowhere in readable form. */
export async function renewRecoveryCodes(query: Query, account: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await query(sql`delete from "_recoveryCode" where "account" = ${account}`)
  await query(sql`
    insert into "_recoveryCode" ("account", "digest")
    select ${account}, unnest(${codes.map((code) => recoveryDigest(account, code))}::text[])`)
  return codes
}

/** How many codes are unused: a used one is deleted. */
export async function countRecoveryCodes(query: Query, account: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    sql`select count(*)::int as "count" from "_recoveryCode" where "account" = ${account}`,
  )
  return row?.count ?? 0
}

/** Consumes a recovery code; of several concurrent attempts one succeeds. */
export async function useRecoveryCode(query: Query, account: number, code: string): Promise<boolean> {
  const digest = recoveryDigest(account, code)
  const rows = await query(
    sql`delete from "_recoveryCode" where "account" = ${account} and "digest" = ${digest} returning "account"`,
  )
  return rows.length > 0
}

// Without 0, 1, i, l and o, which people mistake for each other.
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

/** 16 letters, 79 bits: a fast digest of it cannot be guessed. */
function newRecoveryCode(): string {
  let code = ''
  while (code.length < 16)
    for (const byte of randomBytes(32)) if (byte < 31 * 8 && code.length < 16) code += letters[byte % 31]
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

const recoveryDigest = (account: number, code: string) =>
  digestOf(`${account} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

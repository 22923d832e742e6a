// Proves a second factor of an account: by a code of its app, a recovery code, or a passkey.
// Each wrong attempt delays the account's next one from any address; no proof is accepted twice.
import type { Context } from '../../context/context'
import type { Database } from '../../database/connection/openDatabase'
import { RequestError } from '../../../protocol/requestError'
import { claimAttempt, forgetFailures } from '../signInThrottle'
import { giveTicket, takeTicket } from '../tickets'
import { factorsOf, useFactor, useRecoveryCode, type StoredFactor } from './factors'
import { passkeyRequest, signedPasskey, type PageOrigin } from './passkeys'
import { openTotp, stepOfCode, type Seal } from './totp'

export interface FactorContext {
  readonly database: Database
  readonly seal: Seal
  readonly now: Date
  /** Of the calling page; undefined: unknown, so no passkey can be used. */
  readonly page: PageOrigin | undefined
}

/** The account, and the session that needs the proof; null during sign-in. */
export interface FactorOwner {
  readonly account: number
  readonly session: string | null
}

interface FactorProof {
  readonly code?: string
  readonly passkey?: object
}

/** The options for a passkey of the account, with a challenge that this owner can use once. */
export async function challengeFactor(
  { database, now, page }: FactorContext,
  owner: FactorOwner,
  factors: readonly StoredFactor[],
): Promise<object | undefined> {
  if (!page || factors.every(({ kind }) => kind !== 'passkey')) return undefined
  return passkeyRequest(page, await giveTicket(database.query, { purpose: 'challenge', now, ...owner }), factors)
}

/** @throws RequestError second_factor_wrong, or too_many_attempts when the account has to wait */
export async function proveFactor(context: FactorContext, owner: FactorOwner, proof: FactorProof): Promise<void> {
  const { database, now } = context
  const name = `factor ${owner.account}`
  // Count before comparing, so that concurrent attempts through several servers cannot exceed the limit.
  await claimAttempt(database, name, name, now)
  if (!(await isProven(context, owner, proof))) throw new RequestError('second_factor_wrong', {}, { field: 'code' })
  await forgetFailures(database, name, name, now)
}

/**
 * Consumes the proof that an account gave in a session: once, even if used twice at the same time.
 * @throws RequestError second_factor_asked for none, one that is used or too old, and one of another session
 */
export async function takeProof(
  query: Context['query'],
  owner: FactorOwner,
  { proof, now }: { readonly proof: string | undefined; readonly now: Date },
): Promise<void> {
  const taken = proof === undefined ? undefined : await takeTicket(query, 'proof', proof, { now, owner })
  if (!taken) throw new RequestError('second_factor_asked')
}

async function isProven(
  context: FactorContext,
  owner: FactorOwner,
  { code = '', passkey }: FactorProof,
): Promise<boolean> {
  const { database, seal, now, page } = context
  const { account } = owner
  const factors = await factorsOf(database.query, account)
  if (passkey) {
    const take = async (challenge: string) =>
      (await takeTicket(database.query, 'challenge', challenge, { now, owner })) !== undefined
    const signed = page && (await signedPasskey(page, take, passkey, factors))
    if (!signed) return false
    return useFactor(database.query, signed.factor.id, { used: signed.count, now, repeats: signed.count === 0 })
  }
  const typed = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(typed)) return useRecoveryCode(database.query, account, typed)
  for (const factor of factors) {
    const totp = factor.kind === 'totp' ? openTotp(seal, account, factor) : undefined
    const step = totp && stepOfCode(totp, typed, now)
    if (step !== undefined && (await useFactor(database.query, factor.id, { used: step, now }))) return true
  }
  return false
}

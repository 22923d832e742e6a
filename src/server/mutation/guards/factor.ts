// Requires the caller's second factor again for a transition with `askFactor`.
// The proof is consumed in the transaction: a later refusal returns it, and of two concurrent uses one succeeds.
import { RequestError } from '../../../protocol/requestError'
import { hasFactor } from '../../auth/factors/factors'
import { takeProof } from '../../auth/factors/proveFactor'
import type { TransitionBatch, WriteContext } from '../state/writeContext'

/** @throws RequestError second_factor_asked, second_factor_missing, second_factor_not_for_programs */
export async function assertFactor(
  { query, now }: WriteContext,
  { transition: { askFactor }, caller, factorProof }: TransitionBatch,
): Promise<void> {
  if (askFactor === undefined || caller.system) return
  const account = Number(caller.me.id ?? 0)
  if (!(await hasFactor(query, account))) {
    if (askFactor === 'enrolled') return
    throw new RequestError('second_factor_missing')
  }
  const { session } = caller
  if (session === undefined) throw new RequestError('second_factor_not_for_programs')
  await takeProof(query, { account, session }, { proof: factorProof, now })
}

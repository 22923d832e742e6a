// Binds an account of an integration to the caller's account.
// The integration identifies the holder of the code; the transition of the options stores it.
import type { Operation } from '../contract/operation'
import { externalAccount, externalProofProblems } from './externalProof'
import { changeAccount, runOnAccountOperation } from '../records/runOnAccount'

/**
 * Options: `transition` of the account's entity, `identityProvider` (the integration), `accountField` (receives its
 * account). Input: code; without one, the inputs of the transition.
 * With option proof `required` the transition may be one that only the system runs: nothing reaches it without the
 * integration's confirmation.
 */
export const bindAccountOperation: Operation = {
  check: (endpoint, app) => [
    ...(runOnAccountOperation.check?.(endpoint, app) ?? []),
    ...externalProofProblems(endpoint, app),
  ],
  async run(context, input, endpoint) {
    const { caller } = context
    const { options } = endpoint
    const { code, ...others } = input
    const field = String(options.accountField)
    const proven = typeof code === 'string' || options.proof === 'required'
    const values = proven
      ? { ...others, [field]: await externalAccount(context, String(options.identityProvider), String(code ?? '')) }
      : others
    return changeAccount(context, endpoint, values, options.proof === 'required' ? { ...caller, system: true } : caller)
  },
}

// Signs in by a code: one sent to the account's phone, or one that an integration confirms.
import { RequestError } from '../../../protocol/requestError'
import { auditingFailures } from '../../mutation/audit'
import { claimAttempt, forgetFailures } from '../../auth/signInThrottle'
import type { Caller } from '../../context/context'
import { useCode } from '../../auth/oneTimeCodes'
import { callersByField, completeSignIn, signInOptionProblems } from './completeSignIn'
import type { Operation, RequestContext } from '../contract/operation'
import { externalAccount, externalProofProblems } from './externalProof'
import { signInPurpose } from './sendCode'

/**
 * Options: identityProvider (an integration) and accountField (of the account, with its account there). Input: code,
 * and the number that it was sent to.
 */
export const signInByCode: Operation = {
  check: (endpoint, app) => [...signInOptionProblems(endpoint, app), ...externalProofProblems(endpoint, app)],
  async run(context, input, endpoint) {
    const { call, now, server } = context
    const code = String(input.code ?? '').trim()
    const login = typeof input.mobile === 'string' ? input.mobile : undefined
    const address = call.address ?? 'local'
    const tried = login ?? 'integration'
    await claimAttempt(server.database, `code ${tried}`, address, now)
    const callers =
      login === undefined
        ? await callersByExternalCode(context, code, endpoint.options)
        : await auditingFailures(context, login, () => ofTelephone(context, login, code))
    if (callers.length === 0)
      throw new RequestError('no_account_to_sign_in', {}, { data: { unbound: login === undefined } })
    await forgetFailures(server.database, `code ${tried}`, address, now)
    return completeSignIn(context, callers, endpoint)
  },
}

async function ofTelephone(context: RequestContext, login: string, code: string): Promise<Caller[]> {
  await useCode(context.server.database, { purpose: signInPurpose, login }, code, context.now)
  return callersByField(context, context.app.access.identity.loginField, login)
}

async function callersByExternalCode(
  context: RequestContext,
  code: string,
  { accountField, identityProvider }: Readonly<Record<string, unknown>>,
): Promise<Caller[]> {
  return callersByField(context, String(accountField), await externalAccount(context, String(identityProvider), code))
}

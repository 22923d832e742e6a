// Checks the caller's account at an integration by signing in again, with a new password if given.
// The integration must accept the password before it is sealed and stored; it is sent nowhere else.
import { RequestError } from '../../../protocol/requestError'
import { signInAgain, systemToSignIn } from '../../integrations/partner/signIn'
import { integrationRefusals } from '../../integrations/partner/errors'
import type { Operation } from '../contract/operation'
import { runOnAccountOperation } from '../records/runOnAccount'

/** Options: transition of the account's entity, run on success. Input: password (optional). */
export const syncIntegrationPassword: Operation = {
  check: (endpoint, app) => [
    ...(systemToSignIn(app) || app.switchedOff.length > 0 ? [] : ['There is no outside system that is signed in to.']),
    ...(runOnAccountOperation.check?.(endpoint, app) ?? []),
  ],
  async run(context, { password, ...input }, endpoint) {
    const givenInput = typeof password === 'string' && password !== '' ? password : undefined
    const system = systemToSignIn(context.app)
    if (!system) throw new RequestError('integration_not_configured')
    const reason = await signInAgain(context, system, givenInput)
    if (reason === undefined) return runOnAccountOperation.run(context, input, endpoint)
    throw new RequestError(
      integrationRefusals[reason],
      {},
      reason === 'refused' || reason === 'noPassword' ? { field: 'password' } : {},
    )
  },
}

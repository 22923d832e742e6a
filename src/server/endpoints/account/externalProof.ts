// Identifies the account behind an integration's one-time code.
// Options: `identityProvider` names the integration, `accountField` the account's field.
import type { App, Endpoint } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { AuthorizeAnswer, AuthorizeRequest } from '../../../protocol/signIn/signInCalls'
import { authorize } from '../../auth/authorize'
import { SendProblem } from '../../integrations/contract/channel'
import { integrationProblems } from '../contract/integrationOptions'
import { authorizedEndpoint, returnPath } from '../contract/offeredProviders'
import type { RequestContext } from '../contract/operation'
import { pageOriginOf } from '../contract/pageOrigin'

export function externalProofProblems({ options }: Endpoint, app: App): string[] {
  const { accountEntity: account } = app.access.identity
  const field = app.entities[account]?.fields[String(options.accountField)]
  return [
    ...integrationProblems(app, options.identityProvider, 'identify').map((why) => `options.identityProvider ${why}`),
    ...(field?.type === 'string' && field.stored
      ? []
      : [`options.accountField must name a field of ${account} of type string.`]),
  ]
}

/** @throws RequestError authorization_code_invalid, identity_provider_unavailable */
export async function externalAccount({ server, now }: RequestContext, by: string, code: string): Promise<string> {
  const account = code === '' ? undefined : await server.identities(by)?.identify(code, now).catch(unreachable(server))
  if (account === undefined) throw new RequestError('authorization_code_invalid', {}, { field: 'code' })
  return account
}

/** An unreachable service is a refusal, its reason logged for the operator; other errors are rethrown. */
export const unreachable =
  ({ log }: Pick<RequestContext['server'], 'log'>) =>
  (error: unknown): never => {
    if (!(error instanceof SendProblem)) throw error
    log.warn(`An identity provider did not answer: ${error.message}`)
    throw new RequestError('identity_provider_unavailable')
  }

/** POST /api/signIn/authorize. */
export async function authorizeAtService(
  context: RequestContext,
  { endpoint: name, state }: AuthorizeRequest,
): Promise<AuthorizeAnswer> {
  const { app, caller } = context
  const authorized = authorizedEndpoint(context, name)
  const page = pageOriginOf(context)
  if (!authorized || !page) throw new RequestError('identity_provider_unavailable')
  authorize(app, caller, authorized.endpoint.permissions)
  return { address: authorized.page.address({ state, returnAddress: page.origin + returnPath(app)! }) }
}

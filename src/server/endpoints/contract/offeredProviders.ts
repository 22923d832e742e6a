// The integrations offered for sign-in, and the page that they redirect back to.
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App, Endpoint, Integration } from '../../../manifest/model/app'
import type { OfferedProvider } from '../../../protocol/publicEntry'
import type { AuthorizePage, IdentityProviders } from '../../integrations/contract/identityProviders'
import type { RequestContext } from './operation'

/** In the order of their names; none without a page to come back to. */
export function offeredProviders(app: App, identities: IdentityProviders): readonly OfferedProvider[] {
  if (returnPath(app) === undefined) return []
  return Object.values(app.integrations).flatMap(({ name, title }) =>
    identities(name)?.signIn ? [{ name, title }] : [],
  )
}

/** The first screen with a block `authRedirect`; undefined if the product has none, so no provider can be offered. */
export const returnPath = ({ screens }: App): string | undefined =>
  everyScreen(screens).find(({ blocks }) => blocks.some(({ kind }) => kind === 'authRedirect'))?.path

/** An endpoint whose integration has a page that gives the code which it takes; undefined for every other name. */
export function authorizedEndpoint(
  { app, server }: Pick<RequestContext, 'app' | 'server'>,
  name: string | undefined,
): { readonly endpoint: Endpoint; readonly integration: Integration; readonly page: AuthorizePage } | undefined {
  const endpoint = Object.values(app.endpoints).find((declared) => declared.name === name)
  const integration = endpoint && app.integrations[String(endpoint.options.identityProvider)]
  if (!integration || endpoint.request.code === undefined || returnPath(app) === undefined) return undefined
  const page = server.identities(integration.name)?.authorizePage
  return page && { endpoint, integration, page }
}

// The integrations offered for sign-in, and the page that they redirect back to.
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'
import type { OfferedProvider } from '../../../protocol/publicEntry'
import type { IdentityProviders } from '../../integrations/contract/identityProviders'

/** In the order of their names; none without a page to come back to. */
export function offeredProviders(app: App, identities: IdentityProviders): readonly OfferedProvider[] {
  if (returnPath(app) === undefined) return []
  return Object.values(app.integrations).flatMap(({ name, title }) =>
    identities(name)?.signIn ? [{ name, title }] : [],
  )
}

export const returnPath = ({ screens }: App): string | undefined =>
  everyScreen(screens).find(({ blocks }) => blocks.some(({ kind }) => kind === 'authRedirect'))?.path

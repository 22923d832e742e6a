// Defines identity providers: services that identify their users by one-time codes.
// The browser receives the code, this server resolves it. Some redirect the browser to their page and back.
// The stand-in accepts only its own codes, each once and for five minutes.
import { randomBytes } from 'node:crypto'
import type { Integration } from '../../../manifest/model/app'

export interface IntegrationIdentity {
  /** The account at the service; undefined for a code that is invalid or expired. */
  identify(code: string, now: Date): Promise<string | undefined>
  readonly authorizePage?: AuthorizePage
  /** Absent: the product does not offer it as a way to sign in. */
  readonly signIn?: SignInProvider
}

/** The page on which the users of a service consent, and which leads back with a code. */
export interface AuthorizePage {
  address(way: Pick<SignInAttempt, 'state' | 'returnAddress'>): string
  /** The parameter in which the code comes back. */
  readonly codeParameter: string
}

/** A redirect to the page of a service and back. */
export interface SignInAttempt {
  /** Returned unchanged. */
  readonly state: string
  /** Returned within what the provider signs. */
  readonly nonce: string
  /** Known only to this server; the provider has its digest (PKCE). */
  readonly verifier: string
  readonly returnAddress: string
}

export interface SignInProvider {
  /** Where the browser goes. @throws SendProblem */
  address(attempt: SignInAttempt): Promise<string>
  /**
   * The account at the service after the redirect; undefined if the returned parameters are invalid.
   * @throws SendProblem
   */
  subject(attempt: SignInAttempt, query: URLSearchParams, now: Date): Promise<string | undefined>
}

/** Whether an integration is offered as a way to sign in. */
export const isSignInProvider = ({ identify, oidc }: Pick<Integration, 'identify' | 'oidc'>): boolean =>
  oidc !== undefined || (identify?.authorize !== undefined && identify.authorize.proofOnly !== true)

/** The provider of an integration by its name; undefined for one without users of its own. */
export type IdentityProviders = (integration: string) => IntegrationIdentity | undefined

export interface StandInIdentity extends IntegrationIdentity {
  /** Issues the code that the service returns after its user's consent. */
  giveCode(account: string, now: Date): string
}

const codeLifetimeMs = 5 * 60_000
const maxOpenCodes = 1_000

/** The parameter of a code where the manifest names none. */
export const usualCodeParameter = 'code'

/** The path of the page on which a stand-in offers its accounts. */
export const standInSignInPath = '/sign-in'

/** The pages of a stand-in: the address at which this server shows them; `offered`: also as a way to sign in. */
interface StandInPages {
  readonly address: string
  readonly offered: boolean
}

/** Without pages the stand-in only identifies. */
export function createStandInIdentity(pages?: StandInPages): StandInIdentity {
  const byName = new Map<string, { account: string; until: number }>()
  const identify = async (code: string, now: Date) => {
    const issued = byName.get(code)
    byName.delete(code)
    return issued && issued.until > now.getTime() ? issued.account : undefined
  }
  const authorizePage: AuthorizePage | undefined = pages && {
    codeParameter: usualCodeParameter,
    address: ({ state, returnAddress }) =>
      `${pages.address}${standInSignInPath}?${new URLSearchParams({ state, return: new URL(returnAddress).pathname })}`,
  }
  return {
    giveCode(account, now) {
      if (byName.size >= maxOpenCodes) byName.delete(byName.keys().next().value!)
      const code = randomBytes(18).toString('base64url')
      byName.set(code, { account, until: now.getTime() + codeLifetimeMs })
      return code
    },
    identify,
    ...(authorizePage && { authorizePage }),
    ...(authorizePage &&
      pages?.offered && {
        signIn: {
          address: async (attempt) => authorizePage.address(attempt),
          async subject(_attempt, query, now) {
            const account = await identify(query.get(usualCodeParameter) ?? '', now)
            // The service has no such account, so links made with the stand-in stop working with the real service.
            return account && `stand-in ${account}`
          },
        },
      }),
  }
}

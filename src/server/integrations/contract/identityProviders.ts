// Defines identity providers: services that identify their users by one-time codes.
// The browser receives the code, this server resolves it. Some redirect the browser to their page and back.
// The stand-in accepts only its own codes, each once and for five minutes.
import { randomBytes } from 'node:crypto'
import type { Integration } from '../../../manifest/model/app'

export interface IntegrationIdentity {
  /** The account at the service; undefined for a code that is invalid or expired. */
  identify(code: string, now: Date): Promise<string | undefined>
  /** Absent: the product does not offer it as a way to sign in. */
  readonly signIn?: SignInProvider
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
  oidc !== undefined || identify?.authorize !== undefined

/** The provider of an integration by its name; undefined for one without users of its own. */
export type IdentityProviders = (integration: string) => IntegrationIdentity | undefined

export interface StandInIdentity extends IntegrationIdentity {
  /** Issues the code that the service returns after its user's consent. */
  giveCode(account: string, now: Date): string
}

const codeLifetimeMs = 5 * 60_000
const maxOpenCodes = 1_000

/** The path of the page on which a stand-in offers its accounts. */
export const standInSignInPath = '/sign-in'

/** `page`: the address at which this server shows the stand-in's pages; absent: it is no way to sign in. */
export function createStandInIdentity(page?: string): StandInIdentity {
  const byName = new Map<string, { account: string; until: number }>()
  const identify = async (code: string, now: Date) => {
    const issued = byName.get(code)
    byName.delete(code)
    return issued && issued.until > now.getTime() ? issued.account : undefined
  }
  return {
    giveCode(account, now) {
      if (byName.size >= maxOpenCodes) byName.delete(byName.keys().next().value!)
      const code = randomBytes(18).toString('base64url')
      byName.set(code, { account, until: now.getTime() + codeLifetimeMs })
      return code
    },
    identify,
    ...(page !== undefined && {
      signIn: {
        address: async ({ state, returnAddress }) =>
          `${page}${standInSignInPath}?${new URLSearchParams({ state, return: new URL(returnAddress).pathname })}`,
        async subject(_attempt, query, now) {
          const account = await identify(query.get('code') ?? '', now)
          // The service has no such account, so links made with the stand-in stop working with the real service.
          return account && `stand-in ${account}`
        },
      },
    }),
  }
}

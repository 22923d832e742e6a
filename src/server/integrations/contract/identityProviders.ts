// Defines identity providers: services that identify their users by one-time codes.
// The browser gets the code, and this server resolves it at the service.
// The stand-in accepts only its own codes, each once and for five minutes.
import { randomBytes } from 'node:crypto'

export interface IntegrationIdentity {
  /** The account at the service; undefined for a code that is invalid or expired. */
  identify(code: string, now: Date): Promise<string | undefined>
}

/** The provider of an integration by its name; undefined for one without users of its own. */
export type IdentityProviders = (integration: string) => IntegrationIdentity | undefined

export interface StubIdentity extends IntegrationIdentity {
  /** Issues the code that the service gives after its user's consent. */
  giveCode(account: string, now: Date): string
}

const life = 5 * 60_000
const limit = 1_000

export function createStandInIdentity(): StubIdentity {
  const byName = new Map<string, { account: string; until: number }>()
  return {
    giveCode(account, now) {
      if (byName.size >= limit) byName.delete(byName.keys().next().value!)
      const code = randomBytes(18).toString('base64url')
      byName.set(code, { account, until: now.getTime() + life })
      return code
    },
    async identify(code, now) {
      const match = byName.get(code)
      byName.delete(code)
      return match && match.until > now.getTime() ? match.account : undefined
    },
  }
}

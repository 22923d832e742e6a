// Who does an outside service say that somebody is? It hands the browser a one-time code, and this server asks it whose code that is.
// The stand-in says of codes that it gave out itself, each good once and for five minutes; any other code is nobody's.
import { randomBytes } from 'node:crypto'

export interface OutsideIdentity {
  /** The account at the outside service; nothing for a code that is not (any more) good. */
  identify(code: string, now: Date): Promise<string | undefined>
}

/** By the name that manifests use. */
export type OutsideIdentities = Readonly<Record<string, OutsideIdentity>>

export interface StandInIdentity extends OutsideIdentity {
  /** What the service does when its user has agreed. */
  giveCode(account: string, now: Date): string
}

const life = 5 * 60_000
const most = 1_000

export function createStandInIdentity(): StandInIdentity {
  const given = new Map<string, { account: string; until: number }>()
  return {
    giveCode(account, now) {
      if (given.size >= most) given.delete(given.keys().next().value!)
      const code = randomBytes(18).toString('base64url')
      given.set(code, { account, until: now.getTime() + life })
      return code
    },
    async identify(code, now) {
      const found = given.get(code)
      given.delete(code)
      return found && found.until > now.getTime() ? found.account : undefined
    },
  }
}

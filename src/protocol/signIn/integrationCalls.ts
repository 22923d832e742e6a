// Calls that concern integrations: sign-in, launch and password.
import type { Text } from '../../manifest/model/text'

/**
 * POST /api/integration: signs the caller in to the integration before a screen that requires it, and brings its
 * records up to date. `again`: retries now, regardless of earlier attempts.
 */
export interface IntegrationSignInRequest {
  readonly screen: string
  readonly again?: boolean
}

export interface IntegrationSignInAnswer {
  readonly title: Text
  /** 1: signed in. 0: not; `reason` has the reason in the caller's language, and `failed` the screen for it. */
  readonly flag: 0 | 1
  /** The cookie in which the page stores the flag. */
  readonly cookie: string
  readonly failed: string
  readonly reason?: string
  /** The integration can be opened by /api/integration/launch. */
  readonly launch: boolean
  /** Time of the last synchronization, as ISO 8601; absent: never, or the screen shows no synchronized records. */
  readonly at?: string
  /** Why the records could not be synchronized now. */
  readonly error?: string
}

/** Whether the integration accepted the account; if not, `reason` has the reason and `failed` the screen to show. */
export const hasSignedIn = ({ flag }: Pick<IntegrationSignInAnswer, 'flag'>): boolean => flag === 1

/** POST /api/integration/launch: an address that opens the integration once, for a new tab. */
export interface LaunchAnswer {
  readonly address: string
}

/** POST /api/integration/password: stores the caller's password for the integration; no call ever returns it. */
export interface IntegrationPasswordRequest {
  readonly password: string
}

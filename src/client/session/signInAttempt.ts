// Stores a sign-in or link attempt while the user is at another system.
// Only the tab that began it can finish, so that another user's link cannot sign anyone in.
import type { BeginSignInAnswer, BeginSignInRequest } from '../../protocol/signIn/signInCalls'
import { tabStorage } from '../storage/browserStorage'
import type { Client } from '../transport/callServer'

const name = 'signInAttempt'

interface StoredAttempt {
  readonly attempt: string
  /** Where to go afterwards. */
  readonly returnTo: string
}

/**
 * Begins and stores an attempt, and leaves the page for the other system; `returnTo`: where to go afterwards.
 * @throws CallError if it cannot begin
 */
export async function leaveToSignIn(client: Client, request: BeginSignInRequest, returnTo: string): Promise<void> {
  const { address, attempt } = await client.post<BeginSignInAnswer>('/api/signIn/begin', request, { quiet: true })
  tabStorage().setItem(name, JSON.stringify({ attempt, returnTo } satisfies StoredAttempt))
  window.location.assign(address)
}

/** Whether this tab began an attempt that is not finished. */
export const isAwayAttempt = (): boolean => tabStorage().getItem(name) !== null

export const forgetAttempt = (): void => tabStorage().removeItem(name)

/** Returns the attempt that this tab began, and deletes it. */
export function takeAttempt(): StoredAttempt | undefined {
  const text = tabStorage().getItem(name)
  forgetAttempt()
  return text === null ? undefined : (JSON.parse(text) as StoredAttempt)
}

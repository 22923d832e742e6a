// What a browser keeps while its user is at another system to sign in or to link an account.
// Only the tab that began can finish, so that a link from another user signs in no one.
import type { BeginSignInAnswer, BeginSignInRequest } from '../../protocol/signIn/signInCalls'
import { tabStorage } from '../storage/browserStorage'
import type { Client } from '../transport/callServer'

const name = 'signInAttempt'

interface Kept {
  readonly attempt: string
  /** Where to go afterwards. */
  readonly returnTo: string
}

/**
 * Begins an attempt, keeps it, and leaves the page for the other system; `returnTo`: where to go afterwards.
 * @throws CallError where it cannot begin
 */
export async function leaveToSignIn(client: Client, request: BeginSignInRequest, returnTo: string): Promise<void> {
  const { address, attempt } = await client.post<BeginSignInAnswer>('/api/signIn/begin', request, { quiet: true })
  tabStorage().setItem(name, JSON.stringify({ attempt, returnTo } satisfies Kept))
  window.location.assign(address)
}

/** Whether this tab began an attempt that is not finished. */
export const isAwayAttempt = (): boolean => tabStorage().getItem(name) !== null

/** The attempt that this tab began; it is forgotten with this call. */
export function takeAttempt(): Kept | undefined {
  const text = tabStorage().getItem(name)
  tabStorage().removeItem(name)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

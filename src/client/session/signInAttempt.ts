// What a browser keeps while its user is at another system to sign in or to link an account.
// Only the tab that began can finish, so that a link from another user signs in no one.
const name = 'signInAttempt'

interface Kept {
  readonly attempt: string
  /** Where to go afterwards. */
  readonly returnTo: string
}

/** Keeps the attempt and leaves the page. */
export function leaveFor(address: string, begun: Kept): void {
  sessionStorage.setItem(name, JSON.stringify(begun))
  window.location.assign(address)
}

/** Whether this tab began an attempt that is not finished. */
export const isAwayAttempt = (): boolean => sessionStorage.getItem(name) !== null

/** The attempt that this tab began; it is forgotten with this call. */
export function takeAttempt(): Kept | undefined {
  const text = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

// Was somebody at work here when the page was last open? Only a hint to fetch the place of work at once; it says nothing of who.

const name = 'signedIn'

export function wasSignedIn(): boolean {
  return localStorage.getItem(name) !== null
}

export function rememberSignedIn(yes: boolean): void {
  if (yes) localStorage.setItem(name, '1')
  else localStorage.removeItem(name)
}

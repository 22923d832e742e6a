// Addresses that the page itself handles. All others are screens of the manifests.

export const builtInPaths = {
  root: '/',
  signIn: '/login',
  forbidden: '/401',
  missing: '/404',
  /** Followed by a full path: redirects to it, so that the view mounts again. */
  refresh: '/redirect',
} as const

/** Whether the address is a path of this origin, without anything that a browser reads as another host. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(address)
}

/** The screen that an address names: the home screen for an address that names none. */
export function homeOrAddressed(pathname: string, home: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return path === builtInPaths.root || path === builtInPaths.signIn ? home : path
}

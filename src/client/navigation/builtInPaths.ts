// Addresses that the page itself handles. All others are screens of the manifests.

export const builtInPaths = {
  root: '/',
  signIn: '/login',
  forbidden: '/401',
  missing: '/404',
  /** Followed by a full path: redirects to it, so that the view mounts again. */
  refresh: '/redirect',
} as const

/** The screen that an address names: the home screen for an address that names none. */
export function homeOrAddressed(pathname: string, home: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return path === builtInPaths.root || path === builtInPaths.signIn ? home : path
}

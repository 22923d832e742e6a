// Addresses that the page itself handles. All others are screens of the manifests.
import { isOwnAddress } from '../../protocol/transport'

export const builtInPaths = {
  root: '/',
  signIn: '/login',
  forbidden: '/401',
  missing: '/404',
  /** Followed by a full path: redirects to it, so that the view mounts again. */
  refresh: '/redirect',
} as const

/** The address that the refresh helper leads to; undefined for other addresses, and for one of another host. */
export function refreshedAddress(pathname: string): string | undefined {
  const rest = pathname.slice(builtInPaths.refresh.length)
  return pathname.startsWith(`${builtInPaths.refresh}/`) && isOwnAddress(rest) ? rest : undefined
}

/** The screen that an address names: the home screen for an address that names none. */
export function homeOrAddressed(pathname: string, home: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return path === builtInPaths.root || path === builtInPaths.signIn ? home : path
}

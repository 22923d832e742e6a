// Renders its children only if the user holds one of the codes. An empty list is a defect.
import type { ReactNode } from 'react'
import { useSession } from './clientContext'

/** `roles`: permission codes. @throws Error 'need roles!' for an empty list */
export function holdsOne(
  current: { readonly codes: readonly string[]; readonly account: { readonly administrator: boolean } } | null,
  roles: readonly string[],
): boolean {
  if (!Array.isArray(roles) || roles.length === 0) throw new Error('need roles!')
  return current !== null && (current.account.administrator || roles.some((role) => current.codes.includes(role)))
}

/**
 * Draws its children if the account holds one of the codes; nothing otherwise, and nothing while signed out. Hides
 * only: the server decides again at each call.
 */
export function Permitted({ roles, children }: { roles: readonly string[]; children: ReactNode }) {
  const sessionData = useSession((state) => state.boot)
  return holdsOne(sessionData, roles) ? <>{children}</> : null
}

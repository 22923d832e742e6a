// Renders its children only if the user holds one of the codes. An empty list is a defect.
import type { ReactNode } from 'react'
import { useSession } from './clientContext'

/** @throws Error 'need roles!' for an empty list */
export function holdsOne(
  current: { readonly codes: readonly string[]; readonly account: { readonly administrator: boolean } } | null,
  codes: readonly string[],
): boolean {
  if (!Array.isArray(codes) || codes.length === 0) throw new Error('need roles!')
  return current !== null && (current.account.administrator || codes.some((code) => current.codes.includes(code)))
}

/**
 * Draws its children if the account holds one of the codes; nothing otherwise, and nothing while signed out. Hides
 * only: the server decides again at each call.
 */
export function Permitted({ codes, children }: { codes: readonly string[]; children: ReactNode }) {
  const sessionData = useSession((state) => state.boot)
  return holdsOne(sessionData, codes) ? <>{children}</> : null
}

// Is something drawn for this person? Only if she holds one of the codes; whoever asks without naming any has made a mistake.
import type { ReactNode } from 'react'
import { useSession } from './runtime'

/** @throws Error 'need roles!' for an empty list */
export function holdsOne(
  held: { readonly codes: readonly string[]; readonly account: { readonly administrator: boolean } } | null,
  roles: readonly string[],
): boolean {
  if (!Array.isArray(roles) || roles.length === 0) throw new Error('need roles!')
  return held !== null && (held.account.administrator || roles.some((role) => held.codes.includes(role)))
}

export function Permitted({ roles, children }: { roles: readonly string[]; children: ReactNode }) {
  const held = useSession((state) => state.boot)
  return holdsOne(held, roles) ? <>{children}</> : null
}

// How many wait behind a button? A small number at its corner, none when there are none.
import type { ReactNode } from 'react'

const most = 99

/** The button says the number itself to who does not see it. */
export function Counted({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="shell-counted">
      {children}
      {count > 0 ? <sup aria-hidden="true">{count > most ? `${most}+` : count}</sup> : null}
    </span>
  )
}

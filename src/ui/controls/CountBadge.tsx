// A small count at the corner of a button; hidden at zero.
import type { ReactNode } from 'react'

const maxCount = 99

/** The button's own label includes the number for screen readers. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="shell-counted">
      {children}
      {count > 0 ? <sup aria-hidden="true">{count > maxCount ? `${maxCount}+` : count}</sup> : null}
    </span>
  )
}

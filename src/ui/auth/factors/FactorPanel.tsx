// The background of a second factor's forms within the application, in the colors of the sign-in
// page.
import type { ReactNode } from 'react'
import { useSession } from '../../../client/context/clientContext'
import { contrasting } from '../../theme/contrast'
import styles from '../signIn.module.css'

/** Draws a panel whose contrast color is computed for the account's accent color. */
export function FactorPanel({ children }: { children: ReactNode }) {
  const color = useSession((state) => state.theme.color)
  const style = { '--accent': color, '--strong': contrasting(color, '#ffffff') } as Record<string, string>
  return (
    <div className={`${styles.panel} ${styles.inDialog}`} style={style}>
      {children}
    </div>
  )
}

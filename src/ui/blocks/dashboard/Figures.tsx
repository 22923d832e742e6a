// Single numbers with their names; one that has a list behind it leads to exactly what it counts. What this person may not read is not there.
import { Link } from 'react-router-dom'
import type { Figure } from '../../../manifest/app'
import { drillAddress } from '../report/drill'
import { useFormat, useSession, useWords } from '../../../runtime/runtime'
import styles from './dashboard.module.css'

interface FiguresProps {
  readonly screen: string
  /** Its place among the blocks of the screen. */
  readonly block: number
  readonly figures: readonly Figure[]
  readonly values: readonly (string | null)[]
}

export function Figures({ screen, block, figures, values }: FiguresProps) {
  const { pick } = useWords()
  const format = useFormat()
  const routes = useSession((state) => state.boot?.routes)
  return (
    <dl className={styles.figures}>
      {figures.map((figure, at) => {
        const value = values[at]
        if (isWithheld(figure, value)) return null
        const text =
          value === null || value === undefined
            ? '-'
            : figure.type === 'money'
              ? format.money(value)
              : format.number(value)
        return (
          <div key={figure.title[0]}>
            <dt>{pick(figure.title)}</dt>
            <dd>
              {figure.open !== undefined && routes?.[figure.open] ? (
                <Link to={drillAddress(figure.open, { screen, number: `${block}.${at}` })}>{text}</Link>
              ) : (
                text
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Whether the server kept a number back: of nothing there are none, and the sum is zero, but never empty. */
export function isWithheld({ aggregate }: Figure, value: string | null | undefined): boolean {
  return (value === null || value === undefined) && (aggregate?.operator === 'count' || aggregate?.operator === 'sum')
}

// Single numbers with their names; one that has a screen behind it leads there.
import { Link } from 'react-router-dom'
import type { Figure } from '../../../manifest/app'
import { drillAddress } from '../report/drill'
import { useFormat, useSession, useWords } from '../../../runtime/runtime'
import styles from './dashboard.module.css'

export function Figures({ figures, values }: { figures: readonly Figure[]; values: readonly (string | null)[] }) {
  const { pick } = useWords()
  const format = useFormat()
  const today = format.day(new Date())
  const routes = useSession((state) => state.boot?.routes)
  return (
    <dl className={styles.figures}>
      {figures.map((figure, at) => {
        const value = values[at]
        const text = value === null || value === undefined ? '-' : figure.type === 'money' ? format.money(value) : format.number(value)
        return (
          <div key={figure.title[0]}>
            <dt>{pick(figure.title)}</dt>
            <dd>{figure.open !== undefined && routes?.[figure.open.split('?')[0]!] ? <Link to={drillAddress(figure.open, figure, {}, { today })}>{text}</Link> : text}</dd>
          </div>
        )
      })}
    </dl>
  )
}

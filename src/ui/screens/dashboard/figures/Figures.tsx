// Single numbers with their titles; a drill-down leads to exactly the counted records.
// Figures that the user may not read are absent.
import { Link } from 'react-router-dom'
import { pathOf } from '../../../../manifest/access/screenByPath'
import type { Figure } from '../../../../manifest/model/block'
import type { BlockData } from '../../../../protocol/reportCalls'
import { FigureTarget } from './FigureTarget'
import { FigureTrend } from './FigureTrend'
import { drillAddress } from '../../../../client/navigation/drillDown'
import { useFormat, useSession, useTranslator } from '../../../../client/context/clientContext'
import styles from '../dashboard.module.css'

interface FiguresProps {
  readonly screen: string
  /** Its index among the blocks of the screen. */
  readonly position: number
  readonly figures: readonly Figure[]
  readonly data: Extract<BlockData, { readonly block: 'figures' }>
}

/** Draws each figure with its target and trend; a dash for a figure without a value. */
export function Figures({ screen, position, figures, data: { values, trends, targets } }: FiguresProps) {
  const { pick } = useTranslator()
  const format = useFormat()
  const routes = useSession((state) => state.boot?.routes)
  return (
    <dl className={styles.figures}>
      {figures.map((figure, index) => {
        const value = values[index]
        const trend = trends?.[index]
        const target = targets?.[index]
        if (isWithheld(figure, value)) return null
        const textOf = (amount: string) => (figure.type === 'money' ? format.money(amount) : format.number(amount))
        const text = value === null || value === undefined ? '-' : textOf(value)
        return (
          <div key={pick(figure.title)}>
            <dt title={figure.help && pick(figure.help)}>{pick(figure.title)}</dt>
            <dd>
              {figure.drillDown !== undefined && routes?.[pathOf(figure.drillDown)] ? (
                <Link to={drillAddress(figure.drillDown, { screen, number: `${position}.${index}` })}>{text}</Link>
              ) : (
                text
              )}
              {target ? <FigureTarget value={value ?? null} target={target} text={textOf(target)} /> : null}
              {trend ? <FigureTrend figure={figure} value={value ?? null} trend={trend} /> : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Whether the server withheld a number: a count or sum over nothing is zero, never empty. */
export function isWithheld({ aggregate, withheld }: Figure, value: string | null | undefined): boolean {
  if (withheld) return true
  return (value === null || value === undefined) && (aggregate?.operator === 'count' || aggregate?.operator === 'sum')
}

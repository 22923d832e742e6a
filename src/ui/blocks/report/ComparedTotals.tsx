// The totals of a report beside those of the span before: what changed, at one look.
import type { ReactNode } from 'react'
import type { Measure } from '../../../manifest/app'
import type { ReportAnswer } from '../../../protocol/calls'
import { useFormat, useWords } from '../../../runtime/runtime'
import { addDays } from '../calendar/days'
import { changeOf, figureText } from './figureText'
import styles from './report.module.css'

interface ComparedTotalsProps {
  readonly measures: readonly Measure[]
  readonly totals: ReportAnswer['totals']
  readonly before: NonNullable<ReportAnswer['before']>
  /** The total of a measure as it is read, or pressed. */
  readonly amountOf: (measure: Measure) => ReactNode
}

/** Figures that still stand beside each other in a wide window. */
const beside = 7

export function ComparedTotals({ measures, totals, before, amountOf }: ComparedTotalsProps) {
  const { t, pick } = useWords()
  const format = useFormat()
  const shown = measures.filter((measure) => measure.total && !measure.hidden)
  // As many in each line, lest the last one stands alone.
  const columns = Math.ceil(shown.length / Math.ceil(shown.length / beside))
  const span = t('form.comparedWith', { from: before.from, to: addDays(before.to, -1) })
  return (
    <section className={styles.totals} aria-label={span}>
      <ul style={{ gridTemplateColumns: `repeat(auto-fill, minmax(max(150px, calc(${100 / columns}% - 8px)), 1fr))` }}>
        {shown.map((measure) => {
          const change = changeOf(totals[measure.name], before.totals[measure.name])
          return (
            <li key={measure.name}>
              <span>{pick(measure.title)}</span>
              <b>{amountOf(measure)}</b>
              <small>
                <span>
                  {t('form.before', { value: figureText(measure, before.totals[measure.name], format) || '-' })}
                </span>
                {change === undefined ? null : <em>{change}</em>}
              </small>
            </li>
          )
        })}
      </ul>
      <p>{span}</p>
    </section>
  )
}

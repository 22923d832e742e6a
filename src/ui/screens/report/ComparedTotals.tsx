// The totals of a report beside those of the previous period.
import type { ReactNode } from 'react'
import type { Measure } from '../../../manifest/model/report'
import type { ReportAnswer } from '../../../protocol/reportCalls'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { addDays } from '../../../manifest/expression/values/days'
import { ChangeMark } from '../common/ChangeMark'
import { changeOf, figureText, moodOf } from './measureText'
import styles from './report.module.css'

interface ComparedTotalsProps {
  readonly measures: readonly Measure[]
  readonly totals: ReportAnswer['totals']
  readonly before: NonNullable<ReportAnswer['before']>
  /** The total of a measure as text or as a button. */
  readonly amountOf: (measure: Measure) => ReactNode
}

/** Maximum figures in one row of a wide window. */
const maxBeside = 7

export function ComparedTotals({ measures, totals, before, amountOf }: ComparedTotalsProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const visible = measures.filter((measure) => measure.total && !measure.hidden)
  // Balance the rows, so that the last one is not left with a single figure.
  const columns = Math.ceil(visible.length / Math.ceil(visible.length / maxBeside))
  const span = t('form.comparedWith', { from: format.date(before.from), to: format.date(addDays(before.to, -1)) })
  return (
    <section className={styles.totals} aria-label={span}>
      <ul style={{ gridTemplateColumns: `repeat(auto-fill, minmax(max(150px, calc(${100 / columns}% - 8px)), 1fr))` }}>
        {visible.map((measure) => {
          const change = changeOf(totals[measure.name], before.totals[measure.name])
          return (
            <li key={measure.name}>
              <span>{pick(measure.title)}</span>
              <b>{amountOf(measure)}</b>
              <small>
                <span>
                  {t('form.before', { value: figureText(measure, before.totals[measure.name], format) || '-' })}
                </span>
                {change === undefined ? null : (
                  <ChangeMark change={change} mood={moodOf(change, measure.lowerIsBetter)} />
                )}
              </small>
            </li>
          )
        })}
      </ul>
      <p>{span}</p>
    </section>
  )
}

// The totals of a report beside those of the span before: what changed, at one look.
import type { Measure } from '../../../manifest/app'
import type { ReportAnswer } from '../../../protocol/calls'
import { useFormat, useWords } from '../../../runtime/runtime'
import { addDays } from '../calendar/days'
import { changeOf, figureText } from './figureText'
import styles from './report.module.css'

export function ComparedTotals({ measures, totals, before }: { measures: readonly Measure[]; totals: ReportAnswer['totals']; before: NonNullable<ReportAnswer['before']> }) {
  const { t, pick } = useWords()
  const format = useFormat()
  const shown = measures.filter((measure) => measure.total && !measure.hidden)
  const span = t('form.comparedWith', { from: before.from, to: addDays(before.to, -1) })
  return (
    <section className={styles.totals} aria-label={span}>
      <ul>
        {shown.map((measure) => {
          const change = changeOf(totals[measure.name], before.totals[measure.name])
          return (
            <li key={measure.name}>
              <span>{pick(measure.title)}</span>
              <b>{figureText(measure, totals[measure.name], format) || '-'}</b>
              <small>{t('form.before', { value: figureText(measure, before.totals[measure.name], format) || '-' })}{change === undefined ? null : <em>{change}</em>}</small>
            </li>
          )
        })}
      </ul>
      <p>{span}</p>
    </section>
  )
}

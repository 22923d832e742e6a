// The charts of a report, one below the other or side by side: bars and lines over all rows, pies over one measure each.
import type { Chart, Measure } from '../../../manifest/app'
import type { ReportAnswer } from '../../../protocol/calls'
import { useFormat, useWords } from '../../../runtime/runtime'
import { figureText } from './figureText'
import PieChart, { ringOf } from './PieChart'
import ReportChart from './ReportChart'
import styles from './report.module.css'

/** Days and months: 2026-11, 2026-11-21. */
const time = /^\d{4}-\d{2}(-\d{2})?$/

/** Time runs from left to right, in whatever order the table stands. */
export function inTime<Row>(rows: readonly Row[], labels: readonly string[]): { readonly rows: readonly Row[]; readonly labels: readonly string[] } {
  if (!labels.every((label) => time.test(label))) return { rows, labels }
  const order = labels.map((_, at) => at).sort((a, b) => labels[a]!.localeCompare(labels[b]!))
  return { rows: order.map((at) => rows[at]!), labels: order.map((at) => labels[at]!) }
}

export default function ReportCharts({ title, charts, measures, ...shownRows }: { title: string; charts: readonly Chart[]; measures: readonly Measure[]; rows: ReportAnswer['rows']; labels: readonly string[] }) {
  const { t, pick, language } = useWords()
  const { rows, labels } = inTime(shownRows.rows, shownRows.labels)
  const format = useFormat()
  const valueOf = (row: ReportAnswer['rows'][number], name: string): number | null => (row.measures[name] === null || row.measures[name] === undefined ? null : Number(row.measures[name]))
  return (
    <div className={styles.charts}>
      {charts.map(({ kind, title: own, measures: names }) => {
        const shown = measures.filter((measure) => names.includes(measure.name))
        const name = own ? pick(own) : shown.map((measure) => pick(measure.title)).join(' · ')
        if (kind === 'pie') {
          const [measure] = shown
          const ring = measure ? ringOf(rows.map((row, at) => ({ label: labels[at] ?? '-', value: valueOf(row, measure.name) ?? 0, text: figureText(measure, row.measures[measure.name], format) })), t('form.otherRows'), (value) => figureText(measure, String(value), format)) : []
          return ring.length > 0 ? <PieChart key={`${kind} ${names.join()}`} title={name} ring={ring} /> : null
        }
        return (
          <div key={`${kind} ${names.join()}`} className={styles.wide}>
            {own ? <p className={styles.chartTitle}>{name}</p> : null}
            <ReportChart
              kind={kind} title={own ? name : title} language={language === 'zh' ? 'zh' : 'en'} labels={labels}
              series={shown.map((measure) => ({ name: measure.name, title: pick(measure.title), values: rows.map((row) => valueOf(row, measure.name)), texts: rows.map((row) => figureText(measure, row.measures[measure.name], format) || '-') }))}
            />
          </div>
        )
      })}
    </div>
  )
}

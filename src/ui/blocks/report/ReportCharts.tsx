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
export function inTime<Row>(
  rows: readonly Row[],
  labels: readonly string[],
): { readonly rows: readonly Row[]; readonly labels: readonly string[] } {
  if (!labels.every((label) => time.test(label))) return { rows, labels }
  const order = labels.map((_, at) => at).sort((a, b) => labels[a]!.localeCompare(labels[b]!))
  return { rows: order.map((at) => rows[at]!), labels: order.map((at) => labels[at]!) }
}

type Row = Pick<ReportAnswer['rows'][number], 'measures'>

/** One row a label: what several of them come to together. Only counts and sums are asked for. */
export function addedUp(
  rows: readonly Row[],
  labels: readonly string[],
  names: readonly string[],
): { readonly rows: readonly Row[]; readonly labels: readonly string[] } {
  const sums = new Map<string, Record<string, number>>()
  for (const [at, { measures }] of rows.entries()) {
    const sum = sums.get(labels[at]!) ?? {}
    for (const name of names) sum[name] = (sum[name] ?? 0) + Number(measures[name] ?? 0)
    sums.set(labels[at]!, sum)
  }
  // Cents stay cents: what was added up in doubles is read as money again.
  return {
    rows: [...sums.values()].map((sum) => ({
      measures: Object.fromEntries(names.map((name) => [name, String(Math.round(sum[name]! * 100) / 100)])),
    })),
    labels: [...sums.keys()],
  }
}

interface ReportChartsProps {
  readonly title: string
  readonly charts: readonly Chart[]
  readonly measures: readonly Measure[]
  readonly rows: ReportAnswer['rows']
  /** What each row is about, in all groups that tell rows apart or in the one that a chart compares. */
  readonly labelsBy: (group?: string) => readonly string[]
}

export default function ReportCharts({ title, charts, measures, rows: all, labelsBy }: ReportChartsProps) {
  const { t, pick, language } = useWords()
  const format = useFormat()
  const valueOf = (row: Row, name: string): number | null =>
    row.measures[name] === null || row.measures[name] === undefined ? null : Number(row.measures[name])
  return (
    <div className={styles.charts}>
      {charts.map(({ kind, title: own, by, measures: names }) => {
        const given = by === undefined ? { rows: all, labels: labelsBy() } : addedUp(all, labelsBy(by), names)
        const { rows, labels } = inTime<Row>(given.rows, given.labels)
        const shown = measures.filter((measure) => names.includes(measure.name))
        const name = own ? pick(own) : shown.map((measure) => pick(measure.title)).join(' · ')
        if (kind === 'pie') {
          const [measure] = shown
          const ring = measure
            ? ringOf(
                rows.map((row, at) => ({
                  label: labels[at] ?? '-',
                  value: valueOf(row, measure.name) ?? 0,
                  text: figureText(measure, row.measures[measure.name], format),
                })),
                t('form.otherRows'),
                (value) => figureText(measure, String(value), format),
              )
            : []
          return ring.length > 0 ? <PieChart key={`${kind} ${names.join()}`} title={name} ring={ring} /> : null
        }
        return (
          <div key={`${kind} ${names.join()}`} className={styles.wide}>
            {own ? <p className={styles.chartTitle}>{name}</p> : null}
            <ReportChart
              kind={kind}
              title={own ? name : title}
              language={language === 'zh' ? 'zh' : 'en'}
              labels={labels}
              series={shown.map((measure) => ({
                name: measure.name,
                title: pick(measure.title),
                values: rows.map((row) => valueOf(row, measure.name)),
                texts: rows.map((row) => figureText(measure, row.measures[measure.name], format) || '-'),
              }))}
            />
          </div>
        )
      })}
    </div>
  )
}

// The charts of a report: bars and lines over all rows, pies over one measure each.
import type { Chart, Measure } from '../../../manifest/model/report'
import type { ReportAnswer } from '../../../protocol/reportCalls'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import type { ChartLabels } from './charted'
import { groupSeparator } from './chartScale'
import { figureText } from './measureText'
import PieChart, { ringOf } from './PieChart'
import ReportChart from './ReportChart'
import styles from './report.module.css'

/** Days and months: 2026-11, 2026-11-21. */
const time = /^\d{4}-\d{2}(-\d{2})?$/

/** Time runs from left to right, regardless of the table's order. */
export function inTime<Row>(
  rows: readonly Row[],
  labels: readonly string[],
): { readonly rows: readonly Row[]; readonly labels: readonly string[] } {
  if (!labels.every((label) => time.test(label))) return { rows, labels }
  const order = labels.map((_, index) => index).sort((a, b) => labels[a]!.localeCompare(labels[b]!))
  return { rows: order.map((position) => rows[position]!), labels: order.map((position) => labels[position]!) }
}

/** Whether a label is a day or month that has not begun. */
export const isAhead = (label: string | undefined, today: string): boolean =>
  label !== undefined && time.test(label) && label > today.slice(0, label.length)

type Row = Pick<ReportAnswer['rows'][number], 'measures'>

/** Whether a measure has no amount yet: a line that fell to 0 ahead of time would look like a collapse. */
export const lacks = ({ measures }: Row, names: readonly string[]): boolean =>
  names.some((name) => Number(measures[name] ?? 0) === 0)

/** Adds up the rows of each label. Used only for counts and sums. */
export function addedUp(
  rows: readonly Row[],
  labels: readonly string[],
  names: readonly string[],
): { readonly rows: readonly Row[]; readonly labels: readonly string[] } {
  const sums = new Map<string, Record<string, number>>()
  const places: Record<string, number> = {}
  for (const [index, { measures }] of rows.entries()) {
    const sum = sums.get(labels[index]!) ?? {}
    for (const name of names) {
      const text = String(measures[name] ?? 0)
      sum[name] = (sum[name] ?? 0) + Number(text)
      places[name] = Math.max(places[name] ?? 0, (text.split('.')[1] ?? '').length)
    }
    sums.set(labels[index]!, sum)
  }
  // Sums of doubles have spurious digits.
  return {
    rows: [...sums.values()].map((sum) => ({
      measures: Object.fromEntries(names.map((name) => [name, String(Number(sum[name]!.toFixed(places[name])))])),
    })),
    labels: [...sums.keys()],
  }
}

interface ReportChartsProps {
  readonly title: string
  readonly charts: readonly Chart[]
  readonly measures: readonly Measure[]
  readonly rows: ReportAnswer['rows']
  readonly today: string
  readonly labelled: ChartLabels
}

export default function ReportCharts({ title, charts, measures, rows: all, today, labelled }: ReportChartsProps) {
  const { t, pick, language } = useTranslator()
  const format = useFormat()
  const valueOf = (row: Row, name: string): number | null =>
    row.measures[name] === null || row.measures[name] === undefined ? null : Number(row.measures[name])
  const shared = charts.some(({ dimension }) => dimension === undefined) ? labelled.shared : []
  return (
    <div className={styles.charts}>
      {shared.length > 0 ? (
        <p className={styles.shared}>
          {shared.map(({ title: of, text }) => `${pick(of)} ${text}`).join(groupSeparator)}
        </p>
      ) : null}
      {charts.map(({ kind, title: ownTitle, dimension: by, measures: names }) => {
        const labelsOfRows = labelled.by(by)
        const input = by === undefined ? { rows: all, labels: labelsOfRows } : addedUp(all, labelsOfRows, names)
        const { rows, labels } = inTime<Row>(input.rows, input.labels)
        const visible = measures.filter((measure) => names.includes(measure.name))
        const name = ownTitle ? pick(ownTitle) : visible.map((measure) => pick(measure.title)).join(' · ')
        if (kind === 'pie') {
          const [measure] = visible
          const ring = measure
            ? ringOf(
                rows.map((row, index) => ({
                  label: labels[index] ?? '-',
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
            {ownTitle ? <p className={styles.chartTitle}>{name}</p> : null}
            <ReportChart
              kind={kind}
              title={ownTitle ? name : title}
              language={language}
              labels={labels}
              series={visible.map((measure) => ({
                name: measure.name,
                title: pick(measure.title),
                values: rows.map((row, index) =>
                  kind === 'line' && isAhead(labels[index], today) && lacks(row, names)
                    ? null
                    : valueOf(row, measure.name),
                ),
                texts: rows.map((row) => figureText(measure, row.measures[measure.name], format) || '-'),
              }))}
            />
          </div>
        )
      })}
    </div>
  )
}

// Prepares the rows of a report for its charts.
import type { Field } from '../../../manifest/model/field'
import type { Report } from '../../../manifest/model/report'
import type { Text } from '../../../manifest/model/text'
import { groupSeparator } from './chartScale'
import type { ReportRow, useGroupText } from './useReportColumns'

/** Maximum rows that a chart can distinguish. */
export const maxCharted = 40

/** The entities that a report counts. */
export const entitiesOf = (report: Report): string[] => [
  ...new Set(report.measures.flatMap((measure) => measure.aggregate?.entity ?? [])),
]

export interface ChartLabels {
  /** The label of each row in one dimension, or in all that distinguish rows. */
  readonly by: (dimension?: string) => readonly string[]
  /** The dimensions that distinguish no rows, with the value of them all. */
  readonly shared: readonly { readonly title: Text; readonly text: string }[]
}

export function chartLabels(
  rows: readonly ReportRow[],
  groups: readonly Field[],
  groupText: ReturnType<typeof useGroupText>,
): ChartLabels {
  const textIn = (row: ReportRow, field: Field) => groupText(field, row.groups[field.name]) || '-'
  // A dimension with the same value in every row only takes room below the chart: it is named once.
  const apart = groups.filter((field) => new Set(rows.map((row) => textIn(row, field))).size > 1)
  const telling = apart.length > 0 ? apart : groups.slice(-1)
  const first = rows[0]
  return {
    by: (dimension) => {
      const fields = dimension === undefined ? telling : groups.filter(({ name }) => name === dimension)
      return rows.map((row) => fields.map((field) => textIn(row, field)).join(groupSeparator))
    },
    shared: groups.flatMap((field) =>
      first === undefined || telling.includes(field) ? [] : [{ title: field.title, text: textIn(first, field) }],
    ),
  }
}

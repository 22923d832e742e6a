// Prepares the rows of a report for its charts.
import type { Field } from '../../../manifest/model/field'
import type { Report } from '../../../manifest/model/report'
import { groupSeparator } from './chartScale'
import type { ReportRow, useGroupText } from './useReportColumns'

/** Maximum rows that a chart can distinguish. */
export const maxCharted = 40

/** The entities that a report counts. */
export const entitiesOf = (report: Report): string[] => [
  ...new Set(report.measures.flatMap((measure) => measure.aggregate?.entity ?? [])),
]

/** The label of each row in one dimension, or in all that distinguish rows. */
export function labelsOf(
  rows: readonly ReportRow[],
  groups: readonly Field[],
  groupText: ReturnType<typeof useGroupText>,
): (dimension?: string) => string[] {
  // A dimension with the same value in every row only takes room below the chart.
  const apart = groups.filter((field) => new Set(rows.map((row) => groupText(field, row.groups[field.name]))).size > 1)
  const telling = apart.length > 0 ? apart : groups.slice(-1)
  return (dimension) => {
    const fields = dimension === undefined ? telling : groups.filter(({ name }) => name === dimension)
    return rows.map((row) =>
      fields.map((field) => groupText(field, row.groups[field.name]) || '-').join(groupSeparator),
    )
  }
}

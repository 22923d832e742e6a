// Puts the heads of groups among the rows that they precede.
import type { ReactNode } from 'react'
import type { TableGroup } from './GroupRow'

/** The drawn rows; a head whose `before` is the number of rows comes last, as that of a folded group does. */
export function withHeads<Row>(
  rows: readonly Row[],
  groups: readonly TableGroup[],
  drawHead: (group: TableGroup) => ReactNode,
  drawRow: (row: Row) => ReactNode,
): ReactNode[] {
  const headsAt = (index: number) => groups.filter(({ before }) => before === index).map(drawHead)
  return [...rows.flatMap((row, index) => [...headsAt(index), drawRow(row)]), ...headsAt(rows.length)]
}

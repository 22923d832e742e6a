// Offsets of pinned columns, by pure sums.
import type { CSSProperties } from 'react'
import type { TableColumn } from './tableColumn'

export interface PinnedCellStyle {
  readonly style: CSSProperties | undefined
  readonly className: string
}

/** The offset of every column; `offset`: pixels before the first column. */
export function placesOf(
  columns: readonly Pick<TableColumn<never>, 'width' | 'pin'>[],
  offset: number,
): PinnedCellStyle[] {
  const lefts: number[] = []
  let left = offset
  for (const column of columns) {
    lefts.push(left)
    if (column.pin === 'left') left += column.width
  }
  const rights = columns.map((_, index) =>
    columns.slice(index + 1).reduce((sum, column) => sum + (column.pin === 'right' ? column.width : 0), 0),
  )
  const lastLeft = columns.findLastIndex((column) => column.pin === 'left')
  const firstRight = columns.findIndex((column) => column.pin === 'right')
  return columns.map(({ pin }, index) => {
    if (pin === 'left')
      return { style: { left: lefts[index] }, className: index === lastLeft ? 'table-pin table-pin-last' : 'table-pin' }
    if (pin === 'right')
      return {
        style: { right: rights[index] },
        className: index === firstRight ? 'table-pin table-pin-first' : 'table-pin',
      }
    return { style: undefined, className: '' }
  })
}

/** The classes of a cell: its alignment and its pin. */
export function cellClass(
  { align }: Pick<TableColumn<never>, 'align'>,
  pinnedCellStyle: PinnedCellStyle,
): string | undefined {
  return [align === 'right' ? 'table-right' : '', pinnedCellStyle.className].filter(Boolean).join(' ') || undefined
}

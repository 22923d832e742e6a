// The row of sums at the foot of a table.
import type { ReactNode } from 'react'
import { cellClass, type PinnedCellStyle } from './pinnedColumns'
import type { Selection, TableColumn } from './tableColumn'

interface SumsProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly selection?: Selection<Row>
  /** By column key; the first column gets `sumTitle`. */
  readonly sums: Readonly<Record<string, ReactNode>>
  readonly sumTitle?: string
}

/** The sums under their columns. */
export function SumsRow<Row>(props: SumsProps<Row> & { readonly places: readonly PinnedCellStyle[] }) {
  const { columns, places, selection, sums, sumTitle } = props
  return (
    <tr>
      {selection && <td className="table-pin" style={{ left: 0 }} />}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cellClass(column, places[index]!)}
          style={places[index]!.style}
          title={column.help}
        >
          {sums[column.key] ?? (index === 0 ? sumTitle : null)}
        </td>
      ))}
    </tr>
  )
}

/** The sums side by side where some of their columns are out of view. */
export function NamedSums<Row>(props: SumsProps<Row> & { readonly room: number }) {
  const { columns, selection, sums, sumTitle, room } = props
  return (
    <tr>
      <td className="table-sums" colSpan={columns.length + (selection ? 1 : 0)}>
        <div style={{ width: room }}>
          <span>{sumTitle}</span>
          {columns
            .filter(({ key }) => sums[key] !== undefined)
            .map(({ key, title, help }) => (
              <span key={key} title={help}>
                <small>{title}</small> {sums[key]}
              </span>
            ))}
        </div>
      </td>
    </tr>
  )
}

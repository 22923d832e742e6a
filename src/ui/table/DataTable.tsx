// How do records stand in rows and columns? A plain table whose head, sums and pinned columns stay in sight. A row is drawn again only when its
// own record changes; the table knows nothing of what its columns mean.
import { memo, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { fittedWidths, useRoom } from './fit'
import { HeadCell } from './HeadCell'
import { edgesOf, placesOf, type Place } from './places'
import './table.css'

export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  /** Pixels; what a growing column has at least. */
  readonly width: number
  /** To how many it gives way where all columns together are wider than the table's room; absent: to none. */
  readonly least?: number
  /** Takes its part of the room that is left. */
  readonly grows?: boolean
  readonly align?: 'left' | 'right'
  readonly pin?: 'left' | 'right'
  readonly sortable?: boolean
  readonly resizable?: boolean
  readonly render: (row: Row) => ReactNode
  /** The whole text of a cell that may be cut off. */
  readonly hint?: (row: Row) => string | undefined
}

export interface Sorted {
  readonly field: string
  readonly descending: boolean
}

export interface Selection<Row> {
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row, on: boolean) => void
  readonly toggleAll: (rows: readonly Row[], on: boolean) => void
  readonly labelOf: (row: Row) => string
  /** The name of the box in the head. */
  readonly all: string
}

export interface DataTableProps<Row extends { readonly id: number }> {
  /** What the table shows, for those who hear it. */
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  /** Absent: they are on their way. */
  readonly rows: readonly Row[] | undefined
  readonly busy?: boolean
  readonly sort?: Sorted
  readonly onSort?: (sort: Sorted | undefined) => void
  readonly onResize?: (key: string, width: number | undefined) => void
  readonly selection?: Selection<Row>
  /** By column key; the first column gets `sumTitle`. */
  readonly sums?: Readonly<Record<string, ReactNode>>
  readonly sumTitle?: string
  readonly open?: number
  readonly onOpen?: (row: Row) => void
  readonly className?: string
}

const checkWidth = 40
const waitingRows = 8

export function DataTable<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, busy, sort, onSort, onResize, selection, sums, sumTitle, open, onOpen, className } =
    props
  const box = useRef<HTMLDivElement>(null)
  const offset = selection ? checkWidth : 0
  const places = useMemo(() => placesOf(columns, offset), [columns, offset])
  const width = columns.reduce((sum, column) => sum + column.width, offset)
  const spare = columns.reduce((sum, column) => sum + column.width - (column.least ?? column.width), 0)
  const fitted = fittedWidths(columns, useRoom(box), offset)
  const texts = columns.reduce((sum, column) => (column.grows ? sum + column.width : sum), 0)
  // One short column that took all the room would tear the row apart: then every column takes its part.
  const grows = (column: TableColumn<Row>) => (texts * 3 < width && texts > 0 ? column.pin === undefined : column.grows)
  const growing = columns.reduce((sum, column) => (grows(column) ? sum + column.width : sum), 0)
  useEffect(() => (box.current ? edgesOf(box.current) : undefined), [])

  const selected = rows && selection ? rows.filter((row) => selection.has(row)).length : 0
  return (
    <div
      className={className ? `table-box ${className}` : 'table-box'}
      ref={box}
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table
        className="table"
        style={{ minWidth: fitted ? fitted.reduce((sum, one) => sum + one, offset) : width - spare }}
        aria-busy={busy ?? !rows}
        aria-label={label}
      >
        <colgroup>
          {selection && <col style={{ width: checkWidth }} />}
          {columns.map((column, at) => (
            <col
              key={column.key}
              style={{
                width: fitted?.[at] ?? widthIn(column, { whole: width, spare, growing: grows(column) ? growing : 0 }),
              }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th className="table-check table-pin" style={{ left: 0 }} scope="col">
                <input
                  type="checkbox"
                  aria-label={selection.all}
                  disabled={!rows?.length}
                  checked={rows !== undefined && rows.length > 0 && selected === rows.length}
                  ref={(input) => {
                    if (input) input.indeterminate = selected > 0 && selected < (rows?.length ?? 0)
                  }}
                  onChange={({ target }) => selection.toggleAll(rows ?? [], target.checked)}
                />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.key}
                column={column}
                place={places[at]!}
                sort={sort}
                onSort={onSort}
                onResize={onResize}
              />
            ))}
          </tr>
        </thead>
        {sums && rows && rows.length > 0 && (
          <tfoot>
            <tr>
              {selection && <td className="table-pin" style={{ left: 0 }} />}
              {columns.map((column, at) => (
                <td key={column.key} className={cellClass(column, places[at]!)} style={places[at]!.style}>
                  {sums[column.key] ?? (at === 0 ? sumTitle : null)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
        <tbody>
          {rows
            ? rows.map((row) => (
                <BodyRow
                  key={row.id}
                  row={row}
                  columns={columns as readonly TableColumn<{ readonly id: number }>[]}
                  places={places}
                  selected={selection?.has(row)}
                  selection={selection as Selection<{ readonly id: number }> | undefined}
                  open={row.id === open}
                  onOpen={onOpen as ((row: { readonly id: number }) => void) | undefined}
                />
              ))
            : Array.from({ length: waitingRows }, (_, at) => (
                <WaitingRow key={at} at={at} count={columns.length + (selection ? 1 : 0)} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** In a room that is too small it gives its part of what can be spared; of room that is left it takes as much as it has of what grows. */
function widthIn(
  { width, least = width }: Pick<TableColumn<never>, 'width' | 'least'>,
  { whole, spare, growing }: { whole: number; spare: number; growing: number },
): string | number {
  const given = width - least
  const shrunk =
    given > 0
      ? `${least}px + clamp(0px, 100cqw - ${whole - spare + 1}px, ${spare}px) * ${(given / spare).toFixed(4)}`
      : `${width}px`
  const grown = growing > 0 ? ` + max(0px, 100cqw - ${whole + 1}px) * ${(width / growing).toFixed(4)}` : ''
  return given > 0 || growing > 0 ? `calc(${shrunk}${grown})` : width
}

interface BodyRowProps {
  readonly row: { readonly id: number }
  readonly columns: readonly TableColumn<{ readonly id: number }>[]
  readonly places: readonly Place[]
  readonly selected: boolean | undefined
  readonly selection: Selection<{ readonly id: number }> | undefined
  readonly open: boolean
  readonly onOpen: ((row: { readonly id: number }) => void) | undefined
}

const BodyRow = memo(
  function BodyRow({ row, columns, places, selected, selection, open, onOpen }: BodyRowProps) {
    return (
      <tr
        className={selected ? 'table-on' : undefined}
        data-open={open || undefined}
        data-row={row.id}
        onDoubleClick={onOpen && (() => onOpen(row))}
      >
        {selection && (
          <td className="table-check table-pin" style={{ left: 0 }}>
            <input
              type="checkbox"
              aria-label={selection.labelOf(row)}
              checked={selected}
              onChange={({ target }) => selection.toggle(row, target.checked)}
            />
          </td>
        )}
        {columns.map((column, at) => (
          <td
            key={column.key}
            className={cellClass(column, places[at]!)}
            style={places[at]!.style}
            title={column.hint?.(row)}
          >
            {column.render(row)}
          </td>
        ))}
      </tr>
    )
    // The selection's functions act on whatever is selected when they are called; only whether this row is selected is drawn.
  },
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.places === b.places &&
    a.selected === b.selected &&
    a.open === b.open &&
    Boolean(a.selection) === Boolean(b.selection),
)

function WaitingRow({ at, count }: { at: number; count: number }) {
  return (
    <tr>
      {Array.from({ length: count }, (_, cell) => (
        <td key={cell}>
          <span className="table-skeleton" style={{ width: `${45 + ((at * 7 + cell * 13) % 45)}%` }} />
        </td>
      ))}
    </tr>
  )
}

function cellClass({ align }: Pick<TableColumn<never>, 'align'>, place: Place): string | undefined {
  return [align === 'right' ? 'table-right' : '', place.className].filter(Boolean).join(' ') || undefined
}

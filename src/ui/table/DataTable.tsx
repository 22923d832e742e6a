// A plain table with sticky header, sums and pinned columns.
// A row renders only when its own record changes; the table does not know the meaning of its columns.
import { memo, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { fittedWidths, fittingColumns, isOutOfView, useRoom } from './columnWidths'
import { GroupRow, type TableGroup } from './GroupRow'
import { HeadCell } from './head/HeadCell'
import type { HeadMenuEntry } from './head/HeadMenu'
import type { SortChange } from './head/sortOrder'
import { edgesOf } from '../controls/hooks/scrollEdges'
import { cellClass, placesOf, type PinnedCellStyle } from './pinnedColumns'
import { NamedSums, SumsRow } from './SumsRow'
import './table.css'
import type { Selection, Sorted, TableColumn } from './tableColumn'
import { withHeads } from './withHeads'

interface DataTableProps<Row extends { readonly id: number }> {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  /** Absent: loading. */
  readonly rows: readonly Row[] | undefined
  readonly busy?: boolean
  readonly sorts?: readonly Sorted[]
  /** Gets how the order changes, since presses may be faster than the page renders `sorts`. */
  readonly onSort?: (change: SortChange) => void
  readonly onResize?: (key: string, width: number | undefined) => void
  readonly selection?: Selection<Row>
  /** By column key; the first column gets `sumTitle`. */
  readonly sums?: Readonly<Record<string, ReactNode>>
  readonly sumTitle?: string
  readonly open?: number
  readonly onOpen?: (row: Row) => void
  /** Heads between the rows, in their order. */
  readonly groups?: readonly TableGroup[]
  readonly onFold?: (key: string) => void
  /** The menu of a column's header by its key. */
  readonly menuOf?: (key: string) => readonly HeadMenuEntry[]
  readonly className?: string
}

const checkPixels = 40
const waitingRows = 8
/** Minimum visible rows in a low window, including the sums. */
const minRows = 8

/** Draws the table, with placeholder rows while `rows` is undefined. */
export function DataTable<Row extends { readonly id: number }>(given: DataTableProps<Row>) {
  const { label, rows, busy, selection, sums, open, onOpen, groups = [], className } = given
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const offset = selection ? checkPixels : 0
  const columns = useMemo(() => fittingColumns(given.columns, room, offset), [given.columns, room, offset])
  const props = { ...given, columns }
  const places = useMemo(() => placesOf(columns, offset), [columns, offset])
  const { minWidth, widths, fitted } = widthsOf(columns, room, offset)
  useEffect(() => (box.current ? edgesOf(box.current) : undefined), [])
  const minShown = Math.min(minRows, (rows?.length ?? waitingRows) + (sums ? 1 : 0))
  return (
    <div
      className={className ? `table-box ${className}` : 'table-box'}
      ref={box}
      style={{ '--table-least': minShown } as CSSProperties}
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="table" style={{ minWidth }} aria-busy={busy || !rows} aria-label={label}>
        <colgroup>
          {selection && <col style={{ width: checkPixels }} />}
          {columns.map((column, index) => (
            <col key={column.key} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <TableHead {...props} places={places} />
        {sums && rows && rows.length + groups.length > 0 && (
          <tfoot>
            {fitted && isOutOfView(fitted, (index) => sums[columns[index]?.key ?? ''] !== undefined, room, offset) ? (
              <NamedSums {...props} sums={sums} room={room} />
            ) : (
              <SumsRow {...props} sums={sums} places={places} />
            )}
          </tfoot>
        )}
        <tbody>
          {rows
            ? withGroups(props, (row) => (
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
            : Array.from({ length: waitingRows }, (_, index) => (
                <WaitingRow key={index} row={index} count={columns.length + (selection ? 1 : 0)} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

/** The rows, with the head of each group before them. */
function withGroups<Row extends { readonly id: number }>(
  { rows = [], groups = [], columns, selection, onFold }: DataTableProps<Row>,
  draw: (row: Row) => ReactNode,
): ReactNode[] {
  const drawHead = (group: TableGroup) => (
    <GroupRow
      key={`group ${group.key}`}
      group={group}
      columns={columns}
      isSelectable={selection !== undefined}
      onFold={(key) => onFold?.(key)}
    />
  )
  return withHeads(rows, groups, drawHead, draw)
}

/** The widths of the columns in `room` pixels, and the minimum width of the table. */
function widthsOf<Row>(columns: readonly TableColumn<Row>[], room: number, offset: number) {
  const width = columns.reduce((sum, column) => sum + column.width, offset)
  const spare = columns.reduce((sum, column) => sum + column.width - (column.least ?? column.width), 0)
  const fitted = fittedWidths(columns, room, offset)
  const texts = columns.reduce((sum, column) => (column.grows ? sum + column.width : sum), 0)
  // If only one short column could grow, it would tear the row apart: then every column takes a share.
  const grows = (column: TableColumn<Row>) => (texts * 3 < width && texts > 0 ? column.pin === undefined : column.grows)
  const growing = columns.reduce((sum, column) => (grows(column) ? sum + column.width : sum), 0)
  return {
    /** The columns as wide as they are where they do not fit. */
    fitted: fitted?.map((width, index) => ({ width, pin: columns[index]?.pin })),
    minWidth: fitted ? fitted.reduce((sum, number) => sum + number, offset) : width - spare,
    widths: columns.map(
      (column, index) =>
        fitted?.[index] ?? widthIn(column, { full: width, spare, growing: grows(column) ? growing : 0 }),
    ),
  }
}

type RowOfPlaces<Row extends { readonly id: number }> = DataTableProps<Row> & {
  readonly places: readonly PinnedCellStyle[]
}

function TableHead<Row extends { readonly id: number }>(props: RowOfPlaces<Row>) {
  const { columns, rows, places, selection, sorts = [], onSort, onResize, menuOf } = props
  // An order that no header shows is not one that a person adds columns to.
  const visible = (order: readonly Sorted[]) =>
    order.some(({ field }) => columns.some(({ key }) => key === field)) ? order : []
  return (
    <thead>
      <tr>
        {selection && <SelectAll rows={rows} selection={selection} />}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            place={places[index]!}
            sorts={visible(sorts)}
            onSort={onSort && ((change) => onSort((present) => change(visible(present))))}
            onResize={onResize}
            menu={menuOf?.(column.key)}
          />
        ))}
      </tr>
    </thead>
  )
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[] | undefined
  readonly selection: Selection<Row>
}

function SelectAll<Row>({ rows = [], selection }: SelectAllProps<Row>) {
  const selected = rows.filter((row) => selection.has(row)).length
  return (
    <th className="table-check table-pin" style={{ left: 0 }} scope="col">
      <input
        type="checkbox"
        aria-label={selection.all}
        disabled={rows.length === 0}
        checked={rows.length > 0 && selected === rows.length}
        ref={(input) => {
          if (input) input.indeterminate = selected > 0 && selected < rows.length
        }}
        onChange={({ target }) => selection.toggleAll(rows, { on: target.checked })}
      />
    </th>
  )
}

/**
 * In a narrow table a column shrinks by its share of the spare width; in a wide one it grows by its share.
 */
function widthIn(
  { width, least = width }: Pick<TableColumn<never>, 'width' | 'least'>,
  { full, spare, growing }: { full: number; spare: number; growing: number },
): string | number {
  const input = width - least
  const shrunk =
    input > 0
      ? `${least}px + clamp(0px, 100cqw - ${full - spare + 1}px, ${spare}px) * ${(input / spare).toFixed(4)}`
      : `${width}px`
  const grown = growing > 0 ? ` + max(0px, 100cqw - ${full + 1}px) * ${(width / growing).toFixed(4)}` : ''
  return input > 0 || growing > 0 ? `calc(${shrunk}${grown})` : width
}

interface BodyRowProps {
  readonly row: { readonly id: number }
  readonly columns: readonly TableColumn<{ readonly id: number }>[]
  readonly places: readonly PinnedCellStyle[]
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
        tabIndex={onOpen && -1}
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
        {columns.map((column, index) => (
          <td
            key={column.key}
            className={cellClass(column, places[index]!)}
            style={places[index]!.style}
            title={column.hint?.(row)}
          >
            {column.render(row)}
          </td>
        ))}
      </tr>
    )
    // The selection's callbacks use the current selection; only whether this row is selected is rendered.
  },
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.places === b.places &&
    a.selected === b.selected &&
    a.open === b.open &&
    Boolean(a.selection) === Boolean(b.selection),
)

function WaitingRow({ row, count }: { row: number; count: number }) {
  return (
    <tr>
      {Array.from({ length: count }, (_, cell) => (
        <td key={cell}>
          <span className="table-skeleton" style={{ width: `${45 + ((row * 7 + cell * 13) % 45)}%` }} />
        </td>
      ))}
    </tr>
  )
}

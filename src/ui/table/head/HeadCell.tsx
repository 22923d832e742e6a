// The header cell of a column: sorts by it, alone or behind others, and resizes it at its edge.
import { useRef, useState, type PointerEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { Translator } from '../../../client/text/translate'
import { maxSorts } from '../../../protocol/screenCalls'
import { HeadMenu, type HeadMenuEntry } from './HeadMenu'
import { sortedAlone, sortedAlso, withoutSort, withSort, type SortChange } from './sortOrder'
import type { Sorted, TableColumn } from '../tableColumn'
import type { PinnedCellStyle } from '../pinnedColumns'

interface HeadCellProps {
  readonly column: Pick<TableColumn<never>, 'key' | 'title' | 'help' | 'align' | 'pin' | 'sortable' | 'resizable'>
  readonly place: PinnedCellStyle
  readonly sorts: readonly Sorted[]
  readonly onSort?: (change: SortChange) => void
  readonly onResize?: (key: string, width: number | undefined) => void
  readonly menu?: readonly HeadMenuEntry[]
}

const minPixels = 56

/** The header cell of a column, with its order, its menu and the edge that resizes it. */
export function HeadCell({ column, place, sorts, onSort, onResize, menu = [] }: HeadCellProps) {
  const { t } = useTranslator()
  const cell = useRef<HTMLTableCellElement>(null)
  const { key, title, help, align, sortable, resizable } = column
  const order = sortable && onSort ? { field: key, title, help, sorts, onSort } : undefined
  const sections = [order ? sortEntries(order, t) : [], menu]
  return (
    <th
      ref={cell}
      scope="col"
      style={place.style}
      className={[align === 'right' ? 'table-right' : '', place.className].filter(Boolean).join(' ') || undefined}
      // At most one header of a table has it.
      aria-sort={sorts[0]?.field === key ? (sorts[0].descending ? 'descending' : 'ascending') : undefined}
      title={help ?? title}
    >
      {order ? (
        <SortButton {...order} />
      ) : help ? (
        <span className="table-help" aria-description={help}>
          {title}
        </span>
      ) : (
        title
      )}
      {sections.flat().length > 0 && <HeadMenu title={title} sections={sections} />}
      {resizable && onResize && <Grip title={title} cell={() => cell.current} done={(width) => onResize(key, width)} />}
    </th>
  )
}

interface ColumnOrder {
  readonly field: string
  readonly title: string
  readonly help: string | undefined
  readonly sorts: readonly Sorted[]
  readonly onSort: (change: SortChange) => void
}

/** Sorts by its column alone; with Shift, also by a key of the keyboard, by the column behind the others. */
function SortButton({ field, title, help, sorts, onSort }: ColumnOrder) {
  const { t } = useTranslator()
  const present = sorts.find((sort) => sort.field === field)
  const [next] = sortedAlone(sorts, field) ?? []
  const hint = t(next === undefined ? 'list.sortNone' : next.descending ? 'list.sortDesc' : 'list.sortAsc')
  const rank = present && sorts.length > 1 ? sorts.indexOf(present) + 1 : undefined
  const hints = [title, help, rank && t('list.sortPlace', { place: rank }), hint, t('list.sortAlso')]
  return (
    <button
      type="button"
      className="table-sort"
      data-sorted={present && (present.descending ? 'desc' : 'asc')}
      title={hints.filter(Boolean).join(' · ')}
      aria-description={help}
      // Shift would select the text up to here.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={({ shiftKey }) => onSort((now) => (shiftKey ? sortedAlso(now, field) : sortedAlone(now, field)))}
    >
      <span className={help && 'table-help'}>{title}</span>
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={present ? 'M5 1.5v7M2 5.7 5 8.7 8 5.7' : 'M2.5 4 5 1.5 7.5 4M2.5 6 5 8.5 7.5 6'} />
      </svg>
      {rank && <sup aria-hidden="true">{rank}</sup>}
    </button>
  )
}

function sortEntries({ field, title, sorts, onSort }: ColumnOrder, t: Translator['t']): readonly HeadMenuEntry[] {
  const isSorted = sorts.some((sort) => sort.field === field)
  const isAlone = sorts.every((sort) => sort.field === field)
  const further = [false, true].map((descending) => ({
    key: `sort also ${descending}`,
    title: t(descending ? 'list.sortDownAlso' : 'list.sortUpAlso', { title }),
    run: () => onSort((now) => withSort(now, { field, descending })),
  }))
  return [
    { key: 'sort up', title: t('list.sortUp'), run: () => onSort(() => [{ field, descending: false }]) },
    { key: 'sort down', title: t('list.sortDown'), run: () => onSort(() => [{ field, descending: true }]) },
    ...(!isAlone && (isSorted || sorts.length < maxSorts) ? further : []),
    ...(isSorted
      ? [{ key: 'sort not', title: t('list.sortNot'), run: () => onSort((now) => withoutSort(now, field)) }]
      : []),
  ]
}

/** The draggable edge: a line follows the pointer, and its release sets the width. */
function Grip({
  title,
  cell,
  done,
}: {
  title: string
  cell: () => HTMLTableCellElement | null
  done: (width: number | undefined) => void
}) {
  const { t } = useTranslator()
  const [line, setLine] = useState<{ x: number; top: number; height: number } | null>(null)
  const from = useRef(0)
  const widthAt = (event: PointerEvent) =>
    Math.max(minPixels, (cell()?.getBoundingClientRect().width ?? 0) + event.clientX - from.current)
  const move = (event: PointerEvent) => {
    const box = cell()?.closest('.table-box')?.getBoundingClientRect()
    if (box && line)
      setLine({ x: (cell()?.getBoundingClientRect().left ?? 0) + widthAt(event), top: box.top, height: box.height })
  }
  return (
    <span
      className="table-grip"
      aria-hidden="true"
      title={t('list.resize', { title })}
      data-held={line ? '' : undefined}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation()
        done(undefined)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = event.clientX
        const box = cell()?.closest('.table-box')?.getBoundingClientRect()
        if (box) setLine({ x: event.clientX, top: box.top, height: box.height })
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        if (line && Math.abs(event.clientX - from.current) > 2) done(Math.round(widthAt(event)))
        setLine(null)
      }}
      onPointerCancel={() => setLine(null)}
    >
      {line && <i className="table-guide" style={{ left: line.x, top: line.top, height: line.height }} />}
    </span>
  )
}

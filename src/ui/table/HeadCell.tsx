// The header cell of a column: sorts by it, and resizes it at its edge.
import { useRef, useState, type PointerEvent } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import { HeadMenu, type HeadMenuEntry } from './HeadMenu'
import type { Sorted, TableColumn } from './tableColumn'
import type { PinnedCellStyle } from './pinnedColumns'

interface HeadCellProps {
  readonly column: Pick<TableColumn<never>, 'key' | 'title' | 'help' | 'align' | 'pin' | 'sortable' | 'resizable'>
  readonly place: PinnedCellStyle
  readonly sort?: Sorted
  readonly onSort?: (sort: Sorted | undefined) => void
  readonly onResize?: (key: string, width: number | undefined) => void
  readonly menu?: readonly HeadMenuEntry[]
}

const minPixels = 56

export function HeadCell({ column, place, sort, onSort, onResize, menu = [] }: HeadCellProps) {
  const { t } = useTranslator()
  const cell = useRef<HTMLTableCellElement>(null)
  const { key, title, help, align, sortable, resizable } = column
  const sorted = sort?.field === key ? (sort.descending ? 'desc' : 'asc') : undefined
  const next: Sorted | undefined =
    sorted === undefined
      ? { field: key, descending: false }
      : sorted === 'asc'
        ? { field: key, descending: true }
        : undefined
  const hint = t(next === undefined ? 'list.sortNone' : next.descending ? 'list.sortDesc' : 'list.sortAsc')
  return (
    <th
      ref={cell}
      scope="col"
      style={place.style}
      className={[align === 'right' ? 'table-right' : '', place.className].filter(Boolean).join(' ') || undefined}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      title={help ?? title}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className="table-sort"
          data-sorted={sorted}
          title={`${title} · ${hint}`}
          onClick={() => onSort(next)}
        >
          <span>{title}</span>
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
            <path d={sorted ? 'M5 1.5v7M2 5.7 5 8.7 8 5.7' : 'M2.5 4 5 1.5 7.5 4M2.5 6 5 8.5 7.5 6'} />
          </svg>
        </button>
      ) : help ? (
        <span className="table-help" aria-description={help}>
          {title}
        </span>
      ) : (
        title
      )}
      {menu.length > 0 && <HeadMenu title={title} entries={menu} />}
      {resizable && onResize && <Grip title={title} cell={() => cell.current} done={(width) => onResize(key, width)} />}
    </th>
  )
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

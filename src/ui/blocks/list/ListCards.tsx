// How do records stand on a narrow window? One card each: its name and state, the first columns that say something, a long text over the whole width, and
// what may be done.
import { memo } from 'react'
import { isEmpty } from '../../../manifest/fields/definition'
import type { RecordData } from '../../../protocol/calls'
import type { Selection, TableColumn } from '../../table/DataTable'
import { textWidth } from './listColumns'

interface ListCardsProps {
  readonly rows: readonly RecordData[]
  readonly columns: readonly TableColumn<RecordData>[]
  /** Key of the column that names the record, of its state, and of its actions. */
  readonly head: string | undefined
  readonly state: string | undefined
  readonly actions: string | undefined
  /** Whether anything may be done with it here. */
  readonly acting: (row: RecordData) => boolean
  readonly selection: Selection<RecordData> | undefined
  readonly busy: boolean
  readonly label: string
}

const most = 6
/** Pixels of a text that half a card has room for. */
const half = 150

export function ListCards({ rows, columns, head, state, actions, acting, selection, busy, label }: ListCardsProps) {
  return (
    <ul className="cards" aria-label={label} aria-busy={busy}>
      {rows.map((row) => (
        <Card
          key={row.id}
          row={row}
          columns={columns}
          head={head}
          state={state}
          actions={actions}
          acting={acting}
          selection={selection}
          selected={selection?.has(row) ?? false}
        />
      ))}
    </ul>
  )
}

type CardProps = Omit<ListCardsProps, 'rows' | 'busy' | 'label'> & {
  readonly row: RecordData
  readonly selected: boolean
}

const Card = memo(
  function Card({ row, columns, head, state, actions, acting, selection, selected }: CardProps) {
    const at = (key: string | undefined) => columns.find((column) => column.key === key)
    const rest = columns
      .filter(
        (column) =>
          column.key !== head && column.key !== state && column.key !== actions && !isEmpty(row.values[column.key]),
      )
      .slice(0, most)
    return (
      <li className={selected ? 'card card-on' : 'card'}>
        <header>
          {selection && (
            <span className="cards-check">
              <input
                type="checkbox"
                aria-label={selection.labelOf(row)}
                checked={selected}
                onChange={({ target }) => selection.toggle(row, target.checked)}
              />
            </span>
          )}
          <strong>{at(head)?.render(row) ?? row.label}</strong>
          {at(state)?.render(row)}
        </header>
        <dl>
          {rest.map((column) => (
            <div key={column.key} className={textWidth(column.hint?.(row) ?? '') > half ? 'card-wide' : undefined}>
              <dt>{column.title}</dt>
              <dd>{column.render(row)}</dd>
            </div>
          ))}
        </dl>
        {acting(row) && <footer>{at(actions)?.render(row)}</footer>}
      </li>
    )
  },
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.selected === b.selected &&
    a.head === b.head &&
    a.state === b.state &&
    a.acting === b.acting &&
    Boolean(a.selection) === Boolean(b.selection),
)

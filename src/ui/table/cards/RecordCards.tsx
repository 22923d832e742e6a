// Records as cards in a narrow window.
// Each has label and state, the first non-empty columns, long texts over the full width, and actions.
import { memo, type ReactNode } from 'react'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { RecordData } from '../../../protocol/calls'
import { GroupButton, type TableGroup } from '../GroupRow'
import type { Selection, TableColumn } from '../tableColumn'
import { withHeads } from '../withHeads'
import { textWidth } from '../../values/textWidth'
import './cards.css'

interface RecordCardsProps {
  readonly rows: readonly RecordData[]
  readonly columns: readonly TableColumn<RecordData>[]
  /** Keys of the columns for the label, the state and the actions. */
  readonly head: string | undefined
  readonly state: string | undefined
  readonly actions: string | undefined
  /** Whether the row has any action here. */
  readonly acting: (row: RecordData) => boolean
  readonly selection?: Selection<RecordData> | undefined
  readonly busy: boolean
  readonly label: string
  /** Heads between the cards. */
  readonly groups?: readonly TableGroup[] | undefined
  readonly onFold?: (key: string) => void
  /** Over all records of the search, by column key. */
  readonly sums?: Readonly<Record<string, ReactNode>> | undefined
  readonly sumTitle?: string
}

const maxFacts = 6
/** Pixels of a text that fit into half a card. */
const halfCardPixels = 150

/** Draws the cards, with the heads of groups between them and the sums below. */
export function RecordCards(props: RecordCardsProps) {
  const { rows, busy, label, groups = [], onFold, sums, sumTitle, ...parts } = props
  return (
    <ul className="cards" aria-label={label} aria-busy={busy}>
      {withHeads(
        rows,
        groups,
        (group) => (
          <GroupCard key={`group ${group.key}`} group={group} columns={parts.columns} onFold={onFold} />
        ),
        (row) => (
          <Card key={row.id} row={row} {...parts} selected={parts.selection?.has(row) ?? false} />
        ),
      )}
      {sums && rows.length + groups.length > 0 && (
        <li className="card-group card-sums">
          <strong>{sumTitle}</strong>
          <SumFacts columns={parts.columns} sums={sums} />
        </li>
      )}
    </ul>
  )
}

interface GroupCardProps extends Pick<RecordCardsProps, 'columns' | 'onFold'> {
  readonly group: TableGroup
}

function GroupCard({ group, columns, onFold }: GroupCardProps) {
  return (
    <li className="card-group">
      <GroupButton group={group} onFold={(key) => onFold?.(key)} />
      <SumFacts columns={columns} sums={group.sums} />
    </li>
  )
}

interface SumFactsProps extends Pick<RecordCardsProps, 'columns'> {
  readonly sums: Readonly<Record<string, ReactNode>>
}

function SumFacts({ columns, sums }: SumFactsProps) {
  return (
    <dl>
      {columns
        .filter(({ key }) => sums[key] !== undefined)
        .map(({ key, title }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{sums[key]}</dd>
          </div>
        ))}
    </dl>
  )
}

type CardProps = Omit<RecordCardsProps, 'rows' | 'busy' | 'label' | 'groups' | 'onFold' | 'sums' | 'sumTitle'> & {
  readonly row: RecordData
  readonly selected: boolean
}

const Card = memo(
  function Card({ row, columns, head, state, actions, acting, selection, selected }: CardProps) {
    const columnOf = (key: string | undefined) => columns.find((column) => column.key === key)
    const rest = columns
      .filter(
        (column) =>
          column.key !== head && column.key !== state && column.key !== actions && !isEmpty(row.values[column.key]),
      )
      .slice(0, maxFacts)
    return (
      <li className={selected ? 'card card-on' : 'card'} data-row={row.id} tabIndex={-1}>
        <header>
          {selection && (
            <label className="cards-check">
              <input
                type="checkbox"
                aria-label={selection.labelOf(row)}
                checked={selected}
                onChange={({ target }) => selection.toggle(row, target.checked)}
              />
            </label>
          )}
          <strong>{columnOf(head)?.render(row) ?? row.label}</strong>
          {columnOf(state)?.render(row)}
        </header>
        <dl>
          {rest.map((column) => (
            <div
              key={column.key}
              className={textWidth(column.hint?.(row) ?? '') > halfCardPixels ? 'card-wide' : undefined}
            >
              <dt>{column.title}</dt>
              <dd>{column.render(row)}</dd>
            </div>
          ))}
        </dl>
        {acting(row) && <footer>{columnOf(actions)?.render(row)}</footer>}
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

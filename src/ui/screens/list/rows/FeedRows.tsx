// The records of a list as a feed by day, each with its text, unread ones in bold.
import type { RecordData, Value } from '../../../../protocol/calls'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'
import { groupedByDay } from '../../../values/groupedByDay'
import { useDayName } from '../../../values/useDayName'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import type { RenderContext } from '../../../values/renderContext'
import { renderValue } from '../../../values/renderValue'
import type { ListAddress } from '../data/useListAddress'
import type { ListData } from '../data/useListData'
import type { ListTable } from '../data/useListTable'
import type { SelectedRecord } from '../data/useSelection'
import styles from './feed.module.css'

interface FeedProps {
  readonly answer: ScreenAnswer
  readonly address: ListAddress
  readonly data: ListData
  readonly table: ListTable
  readonly context: RenderContext
  readonly marked: SelectedRecord
  readonly isSelectable: boolean
  readonly rows: readonly RecordData[]
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

export function FeedRows({ rows, ...parts }: FeedProps) {
  const { pick } = useTranslator()
  const format = useFormat()
  const nameOf = useDayName()
  const { title, feed } = parts.answer.screen
  const dayOf = (row: RecordData) => {
    const date = textOf(row.values[feed!.dateField])
    return date === '' ? '' : format.day(new Date(date))
  }
  return (
    <div className={styles.feed} role="group" tabIndex={0} aria-label={pick(title)} aria-busy={parts.data.busy}>
      {groupedByDay(rows, dayOf).map(({ day, rows: ofDay }) => (
        <section key={day}>
          {day !== '' && <h2>{nameOf(day)}</h2>}
          {ofDay.map((row) => (
            <FeedRow key={row.id} row={row} {...parts} />
          ))}
        </section>
      ))}
    </div>
  )
}

function FeedRow({
  row,
  answer,
  address,
  table,
  context,
  marked,
  isSelectable,
}: Omit<FeedProps, 'rows'> & { row: RecordData }) {
  const format = useFormat()
  const { screen, entities } = answer
  const entity = screen.entity ?? ''
  const { dateField, textField, factFields } = screen.feed!
  const isOpen = row.state !== undefined && entities[entity]?.states?.[row.state]?.closed !== true
  const facts = table.columns.filter(({ key }) => factFields.includes(key) && !isEmpty(row.values[key]))
  const date = textOf(row.values[dateField])
  const isMoment = date !== '' && screen.columns.some(({ field, type }) => field === dateField && type === 'datetime')
  const text = textOf(row.values[textField])
  const formatted = screen.columns.find(({ field, format: look }) => field === textField && look === 'html')
  const titleId = `feed ${row.id}`
  return (
    <article className={isOpen ? styles.open : undefined} data-row={row.id} tabIndex={-1} aria-labelledby={titleId}>
      {isSelectable && (
        <input
          type="checkbox"
          checked={marked.selection.has(row)}
          aria-label={marked.selection.labelOf(row)}
          onChange={({ target }) => marked.selection.toggle(row, target.checked)}
        />
      )}
      <div>
        <h3 id={titleId}>
          {context.canOpen(entity) ? (
            <button type="button" onClick={() => address.open(entity, row.id)}>
              {row.label}
            </button>
          ) : (
            row.label
          )}
        </h3>
        {text !== '' && (formatted ? <div>{renderValue(formatted, text, context, { entity })}</div> : <p>{text}</p>)}
        <footer>
          {isMoment && <time dateTime={date}>{format.time(new Date(date))}</time>}
          {facts.map((column) => (
            <span key={column.key}>{column.render(row)}</span>
          ))}
          {table.hasActions(row) && table.columns.find(({ key }) => key === table.actions)?.render(row)}
        </footer>
      </div>
    </article>
  )
}

// One column of a board with its cards; loads more on request.
// Accepts a dragged card if a transition leads here.
import { Button } from 'antd'
import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { maxPageRows, type Filter, type RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useList } from '../../../client/data/queries'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { shownEntities } from '../../rules/entitiesShown'
import { standaloneContext, useRenderContext, type RenderContext } from '../../values/renderContext'
import { renderValue } from '../../values/renderValue'
import { BlockState } from '../common/BlockState'
import { shownAt } from '../../values/fieldAtPath'
import type { BoardColumn } from './boardColumns'
import styles from './board.module.css'

const defaultSize = 30

interface BoardLaneProps {
  readonly answer: ScreenAnswer
  /** Whether the screen offers anything that moves a card. */
  readonly isMovable: boolean
  readonly column: BoardColumn
  readonly filters: readonly Filter[]
  /** The dragged card, and whether it may be dropped here; null: nothing is dragged. */
  readonly dragged: { readonly record: RecordData; readonly fits: boolean } | null
  readonly onDrag: (record: RecordData | null) => void
  readonly onDrop: () => void
  /** Absent if the user may not open the records. */
  readonly onOpen: ((record: RecordData) => void) | undefined
  /** By keyboard: moves to the next column on that side that a transition leads to. */
  readonly onMove: (record: RecordData, side: 1 | -1) => void
}

export function BoardLane(props: BoardLaneProps) {
  const { column, dragged, onDrop } = props
  const { t, pick } = useTranslator()
  const format = useFormat()
  const context = useRenderContext(props.answer)
  const { data, error, refetch, more } = useLane(props)
  const over = (event: DragEvent): void => {
    if (!dragged) return
    event.preventDefault()
    event.dataTransfer.dropEffect = dragged.fits ? 'move' : 'none'
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    onDrop()
  }
  const rows = data?.rows
  const total = data?.total
  return (
    <section
      className={[styles.lane, dragged ? (dragged.fits ? styles.fits : styles.unfit) : ''].join(' ')}
      aria-label={pick(column.title)}
      onDragOver={over}
      onDrop={drop}
    >
      <h3>
        <i className={`value-${column.color ?? 'neutral'}`} />
        {pick(column.title)}
        {total ? (
          <small aria-label={t('form.cards', { count: total.count })}>
            {format.number(total.count)}
            {total.more ? '+' : ''}
          </small>
        ) : null}
      </h3>
      {!rows ? (
        <BlockState error={error} retry={() => void refetch()} rows={4} />
      ) : (
        <ul className={styles.cards}>
          {rows.map((record) => (
            <Card key={record.id} record={record} context={context} {...props} />
          ))}
          {rows.length === 0 ? <li className={styles.none}>{t('form.emptyColumn')}</li> : null}
        </ul>
      )}
      {rows && data?.next !== undefined ? <MoreCards more={more} /> : null}
    </section>
  )
}

/** The records of one column, and `more` of them on request. */
function useLane({ answer, column, filters }: BoardLaneProps) {
  const { screen } = answer
  const [size, setSize] = useState(defaultSize)
  const by = screen.board?.groupBy ?? 'state'
  const filter: Filter = { field: by, operator: 'in', value: [column.code] }
  const { data, error, refetch } = useList(
    screen.tabsBy === by
      ? { screen: screen.path, tab: column.code, filters, size, want: { rows: true, total: 'capped' } }
      : { screen: screen.path, filters: [...filters, filter], size, want: { rows: true, total: 'capped' } },
    shownEntities(answer),
  )
  const more = size < maxPageRows ? () => setSize((count) => Math.min(maxPageRows, count + defaultSize * 2)) : undefined
  return { data, error, refetch, more }
}

/** Shown below a lane with hidden records; `more`: absent if no more can be loaded. */
export function MoreCards({ more }: { more: (() => void) | undefined }) {
  const { t } = useTranslator()
  if (!more) return <p className={styles.none}>{t('form.notEverything')}</p>
  return (
    <Button type="text" size="small" block onClick={more}>
      {t('form.loadMore')}
    </Button>
  )
}

interface CardRecord {
  readonly record: RecordData
  readonly context: RenderContext
}

/** A record of the column: dragged by pointer, or moved with Alt and an arrow. */
function Card({ record, context, answer, isMovable, onDrag, onOpen, onMove }: BoardLaneProps & CardRecord) {
  const start = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', record.label)
    onDrag(record)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onMove(record, event.key === 'ArrowRight' ? 1 : -1)
  }
  const keys = isMovable ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight', onKeyDown: handleKey } : {}
  const name = { className: styles.cardName, ...keys }
  return (
    <li draggable={isMovable} className={styles.card} onDragStart={start} onDragEnd={() => onDrag(null)}>
      {onOpen ? (
        <button type="button" {...name} onClick={() => onOpen(record)}>
          {record.label}
        </button>
      ) : (
        <span tabIndex={0} {...name}>
          {record.label}
        </span>
      )}
      <CardFacts answer={answer} record={record} context={context} />
    </li>
  )
}

function CardFacts({ answer, record, context }: Pick<BoardLaneProps, 'answer'> & CardRecord) {
  const { board, entity } = answer.screen
  const { pick } = useTranslator()
  const alone = standaloneContext(context)
  const labelField = entity === undefined ? undefined : answer.entities[entity]?.labelField
  return (
    <dl className={styles.facts}>
      {(board?.cardFields ?? []).map((path) => {
        const displayedField = shownAt(answer, entity, path)
        const value = record.values[path]
        if (!displayedField || path === labelField || value === null || value === undefined || value === '') return null
        return (
          <div key={path}>
            <dt>{pick(displayedField.title)}</dt>
            <dd>{renderValue(displayedField, value, alone, { entity })}</dd>
          </div>
        )
      })}
    </dl>
  )
}

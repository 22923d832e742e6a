// One column of a board with its cards; more are fetched when they are wanted. A dragged card is taken where a way leads here.
import { Button } from 'antd'
import { useState } from 'react'
import type { DragEvent } from 'react'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import type { Filter } from '../../../protocol/calls'
import { useList } from '../../../runtime/records'
import { useFormat, useWords } from '../../../runtime/runtime'
import { shownEntities } from '../list/shownEntities'
import { useScene } from '../../values/scene'
import { shownValue } from '../../values/value'
import { BlockState } from '../parts/BlockState'
import { shownAt } from '../parts/shownAt'
import type { BoardColumn } from './boardColumns'
import styles from './board.module.css'

const atFirst = 30

export interface BoardLaneProps {
  readonly answer: ScreenAnswer
  readonly column: BoardColumn
  readonly filters: readonly Filter[]
  /** The card in the hand, and whether it may be put here; null: nothing is dragged. */
  readonly dragged: { readonly record: RecordData; readonly fits: boolean } | null
  readonly onDrag: (record: RecordData | null) => void
  readonly onDrop: () => void
  readonly onOpen: (record: RecordData) => void
  /** By the keyboard: to the next column on that side that a way leads to. */
  readonly onMove: (record: RecordData, side: 1 | -1) => void
}

export function BoardLane({ answer, column, filters, dragged, onDrag, onDrop, onOpen, onMove }: BoardLaneProps) {
  const { screen } = answer
  const { t, pick } = useWords()
  const format = useFormat()
  const scene = useScene(answer)
  const [size, setSize] = useState(atFirst)
  const by = screen.board?.by ?? 'state'
  const own: Filter = { field: by, operator: 'in', value: [column.code] }
  const { data, error, refetch } = useList(
    screen.tabs === by
      ? { screen: screen.path, tab: column.code, filters, size, want: { rows: true, total: 'capped' } }
      : { screen: screen.path, filters: [...filters, own], size, want: { rows: true, total: 'capped' } },
    shownEntities(answer),
  )
  const over = (event: DragEvent): void => {
    if (!dragged) return
    event.preventDefault()
    event.dataTransfer.dropEffect = dragged.fits ? 'move' : 'none'
  }
  const rows = data?.rows
  const named = screen.entity === undefined ? undefined : answer.entities[screen.entity]?.label
  const total = data?.total
  return (
    <section
      className={[styles.lane, dragged ? (dragged.fits ? styles.fits : styles.unfit) : ''].join(' ')}
      aria-label={pick(column.title)}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <h3>
        <i className={`value-${column.colour ?? 'neutral'}`} />
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
            <li
              key={record.id}
              draggable
              className={styles.card}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', record.label)
                onDrag(record)
              }}
              onDragEnd={() => onDrag(null)}
            >
              <button
                type="button"
                className={styles.cardName}
                aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                onClick={() => onOpen(record)}
                onKeyDown={(event) => {
                  if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
                  event.preventDefault()
                  onMove(record, event.key === 'ArrowRight' ? 1 : -1)
                }}
              >
                {record.label}
              </button>
              <div className={styles.facts}>
                {(screen.board?.card ?? []).map((path) => {
                  const shown = shownAt(answer, screen.entity, path)
                  const value = record.values[path]
                  if (!shown || path === named || value === null || value === undefined || value === '') return null
                  return <div key={path}>{shownValue(shown, value, scene, screen.entity)}</div>
                })}
              </div>
            </li>
          ))}
          {rows.length === 0 ? <li className={styles.none}>{t('form.emptyColumn')}</li> : null}
        </ul>
      )}
      {rows && data?.next !== undefined ? (
        <Button type="text" size="small" block onClick={() => setSize((count) => Math.min(200, count + atFirst * 2))}>
          {t('form.loadMore')}
        </Button>
      ) : null}
    </section>
  )
}

// A screen of kind board: a column a state, a card a record. A card is dragged along a transition that is possible now, with its form when it has one;
// anywhere else it is refused and stays. From the keyboard Alt and an arrow take it to the next column that it can go to.
import { useState } from 'react'
import type { RecordData, ScreenAnswer } from '../../protocol/calls'
import { useOpenRecord } from '../../runtime/location'
import { useRuntime, useWords } from '../../runtime/runtime'
import { boardColumns, columnBeside, waysTo, type BoardColumn } from './board/boardColumns'
import { BoardLane } from './board/BoardLane'
import type { Doing } from './list/ActionHost'
import { BlockHead } from './parts/BlockHead'
import { BlockSearch, useBlockFilters } from './parts/BlockSearch'
import { OpenedRecord } from './parts/OpenedRecord'
import { DoingDialog, ScreenActions } from './parts/ScreenActions'
import styles from './board/board.module.css'
import parts from './parts/parts.module.css'

export default function BoardBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { screen, entities } = answer
  const { t, pick } = useWords()
  const { notices } = useRuntime()
  const [, open] = useOpenRecord()
  const [filters, setFilters] = useBlockFilters(answer)
  const [held, setHeld] = useState<RecordData | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)
  const entity = screen.entity === undefined ? undefined : entities[screen.entity]
  const by = screen.board?.by ?? 'state'
  const here = (record: RecordData): unknown => (by === 'state' ? record.state : record.values[by])

  const columns = boardColumns(answer)

  const move = (record: RecordData, column: BoardColumn | undefined): void => {
    if (!column || here(record) === column.code) return
    const [way] = waysTo(record, column.code, by, entity)
    if (!way) return notices.say('warning', t('form.notThere', { label: record.label, state: pick(column.title) }))
    const fill = way.asks.some((ask) => ask.field === by)
      ? {
          [by]: {
            source: '',
            node: { kind: 'literal', type: 'text', value: column.code },
            type: 'text',
            reads: [],
          } as const,
        }
      : {}
    setDoing({ action: { entity: way.entity, transition: way.name, fill }, record, own: screen.entity })
  }
  const moveAside = (record: RecordData, side: 1 | -1): void =>
    move(
      record,
      columnBeside(columns, here(record), side, ({ code }) => waysTo(record, code, by, entity).length > 0),
    )
  return (
    <div className={parts.block}>
      <BlockHead screen={answer}>
        <ScreenActions screen={answer} />
      </BlockHead>
      <div className={`${parts.panel} ${styles.board}`}>
        <BlockSearch screen={answer} filters={filters} onChange={setFilters} />
        <p className={styles.hint}>{t('form.moveHint')}</p>
        <div className={styles.lanes} tabIndex={0} role="region" aria-label={pick(screen.title)}>
          {columns.map((column) => (
            <BoardLane
              key={column.code}
              answer={answer}
              column={column}
              filters={filters}
              dragged={
                held && here(held) !== column.code
                  ? { record: held, fits: waysTo(held, column.code, by, entity).length > 0 }
                  : null
              }
              onDrag={setHeld}
              onDrop={() => {
                if (held) move(held, column)
              }}
              onMove={moveAside}
              onOpen={(record) => {
                if (screen.entity !== undefined) open({ entity: screen.entity, id: record.id })
              }}
            />
          ))}
        </div>
      </div>
      {doing ? <DoingDialog doing={doing} screen={answer} onClose={() => setDoing(null)} /> : null}
      <OpenedRecord />
    </div>
  )
}

// A screen of kind board: a column per state, a card per record.
// Dragging a card runs an action of the screen, with its form or a confirmation; any other drop is refused. With the
// keyboard, Alt and an arrow move it to the next possible column.
import { useState } from 'react'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useOpenRecord } from '../../../client/navigation/urlState'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import {
  boardColumns,
  columnBeside,
  actionOf,
  movingTransitions,
  transitionsInto,
  type BoardColumn,
  type BoardMoves,
} from './boardColumns'
import { useRenderContext } from '../../values/renderContext'
import { BoardLane } from './BoardLane'
import type { PendingAction } from '../../actions/PendingAction'
import { ViewSwitch } from '../common/ViewSwitch'
import { BlockHead } from '../common/BlockHead'
import { BlockSearch, useBlockFilters } from '../common/BlockSearch'
import { OpenedRecord } from '../record/OpenedRecord'
import { PendingActionDialog, ScreenActions } from '../../actions/ScreenActions'
import styles from './board.module.css'
import parts from '../common/block.module.css'

/** Draws the lanes side by side, each with its own read of records. */
export default function BoardBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { screen } = answer
  const { t, pick } = useTranslator()
  const [, open] = useOpenRecord()
  const { canOpen } = useRenderContext(answer)
  const [filters, setFilters] = useBlockFilters(answer)
  const [dragged, setDragged] = useState<RecordData | null>(null)
  const { entity } = screen
  const openCard =
    entity !== undefined && canOpen(entity) ? (record: RecordData) => open({ entity, id: record.id }) : undefined
  const { columns, columnOf, isMovable, fits, move, moveAside, pendingAction, finish } = useBoardMoves(answer)
  return (
    <div className={parts.block}>
      <BlockHead screen={answer}>
        <ViewSwitch screen={screen} />
        <ScreenActions screen={answer} />
      </BlockHead>
      <div className={`${parts.panel} ${styles.board}`}>
        <BlockSearch screen={answer} filters={filters} onChange={setFilters} />
        {isMovable && <p className={styles.hint}>{t('form.moveHint')}</p>}
        <div className={styles.lanes} tabIndex={0} role="region" aria-label={pick(screen.title)}>
          {columns.map((column) => (
            <BoardLane
              key={column.code}
              answer={answer}
              isMovable={isMovable}
              column={column}
              filters={filters}
              dragged={
                dragged && columnOf(dragged) !== column.code
                  ? { record: dragged, fits: fits(dragged, column.code) }
                  : null
              }
              onDrag={setDragged}
              onDrop={() => {
                if (dragged) move(dragged, column)
              }}
              onMove={moveAside}
              onOpen={openCard}
            />
          ))}
        </div>
      </div>
      {pendingAction ? <PendingActionDialog pendingAction={pendingAction} screen={answer} onClose={finish} /> : null}
      <OpenedRecord />
    </div>
  )
}

/** The column of a record, the columns that transitions lead to, and the running transition. */
function useBoardMoves(answer: ScreenAnswer) {
  const { screen, entities } = answer
  const { t, pick } = useTranslator()
  const { notifications } = useRuntime()
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const entity = screen.entity === undefined ? undefined : entities[screen.entity]
  const by = screen.board?.groupBy ?? 'state'
  const columns = boardColumns(answer)
  const columnOf = (record: RecordData): unknown => (by === 'state' ? record.state : record.values[by])
  const moves: BoardMoves = { by, entity, actions: screen.actions }
  const isMovable = movingTransitions(moves).length > 0
  const fits = (record: RecordData, code: string): boolean => transitionsInto(record, code, moves).length > 0

  const move = (record: RecordData, column: BoardColumn | undefined): void => {
    if (!column || columnOf(record) === column.code) return
    const [transition] = transitionsInto(record, column.code, moves)
    const action = transition && actionOf(moves, transition.name)
    if (!action)
      return notifications.say('warning', t('form.notThere', { label: record.label, state: pick(column.title) }))
    const values = transition.form.some((formField) => formField.field === by) ? { [by]: textLiteral(column.code) } : {}
    setPendingAction({
      action: { ...action, values: { ...action.values, ...values } },
      record,
      entityName: screen.entity,
    })
  }
  const moveAside = (record: RecordData, side: 1 | -1): void =>
    move(
      record,
      columnBeside(columns, columnOf(record), side, ({ code }) => fits(record, code)),
    )
  return { columns, columnOf, isMovable, fits, move, moveAside, pendingAction, finish: () => setPendingAction(null) }
}

/** A text as an expression of the language. */
const textLiteral = (value: string) =>
  ({ source: '', node: { kind: 'literal', type: 'text', value }, type: 'text', readPaths: [] }) as const

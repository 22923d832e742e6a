// Computes the columns of a board, and where a card may be dropped. Pure.
// A card moves only by an action of the screen that the record permits now.
import type { Action } from '../../../manifest/model/column'
import type { Tone } from '../../../manifest/model/field'
import type { Entity } from '../../../manifest/model/entity'
import type { Text } from '../../../manifest/model/text'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { optionsOf } from '../../values/renderContext'
import { shownAt } from '../../values/fieldAtPath'

export interface BoardColumn {
  readonly code: string
  readonly title: Text
  readonly color?: Tone
}

/** The states that the screen's records can have, or the codes of the choice. */
export function boardColumns(answer: ScreenAnswer): readonly BoardColumn[] {
  const { board, entity, states } = answer.screen
  if (!board) return []
  const options = optionsOf(
    answer,
    board.groupBy === 'state'
      ? { field: 'state' }
      : (shownAt(answer, entity, board.groupBy) ?? { field: board.groupBy }),
    entity,
  ).filter((option) => !option.retired)
  return board.groupBy === 'state' && states ? options.filter((option) => states.includes(option.code)) : options
}

/** What a board offers for moving its cards. */
export interface BoardMoves {
  /** The field of its columns, or the state. */
  readonly by: string
  readonly entity: Entity | undefined
  readonly actions: readonly Action[]
}

/** The action by which the screen offers a transition of the card itself. */
export const actionOf = (
  { entity, actions }: Pick<BoardMoves, 'entity' | 'actions'>,
  transition: string,
): Action | undefined =>
  actions.find(
    (action) => action.on === undefined && action.entity === entity?.name && action.transition === transition,
  )

/** The transitions that the screen offers to move a card. */
export function movingTransitions(moves: BoardMoves): readonly Transition[] {
  const { by, entity } = moves
  return Object.values(entity?.transitions ?? {}).filter(
    ({ name, creates, to, set, form }) =>
      !creates &&
      actionOf(moves, name) !== undefined &&
      (by === 'state' ? to !== undefined : set[by] !== undefined || form.some(({ field }) => field === by)),
  )
}

/** Those that move a record into a column, harmless ones with fewest inputs first; empty: it cannot go there. */
export function transitionsInto(record: RecordData, column: string, moves: BoardMoves): readonly Transition[] {
  const { by } = moves
  const possible = movingTransitions(moves).filter(({ name }) => record.can.includes(name))
  const leading =
    by === 'state'
      ? possible.filter((transition) => transition.to === column)
      : possible.filter((transition) => {
          const rule = transition.set[by]
          return (
            transition.form.some((formField) => formField.field === by && !formField.readOnly) ||
            (rule?.node.kind === 'literal' && rule.node.value === column)
          )
        })
  return [...leading].sort((a, b) => Number(a.danger) - Number(b.danger) || a.form.length - b.form.length)
}

/**
 * The target column of a card for the keyboard: the nearest on that side that a transition leads to, else the nearest,
 * which shows the reason.
 */
export function columnBeside(
  columns: readonly BoardColumn[],
  here: unknown,
  side: 1 | -1,
  leads: (column: BoardColumn) => boolean,
): BoardColumn | undefined {
  const position = columns.findIndex(({ code }) => code === here)
  const onSide = side === 1 ? columns.slice(position + 1) : columns.slice(0, Math.max(0, position)).reverse()
  return onSide.find(leads) ?? onSide[0]
}

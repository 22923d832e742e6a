// Which columns does a board have, and where may a card be dropped? Pure: a card moves only along a transition of the record that is possible now.
import type { Colour, Entity, Text, Transition } from '../../../manifest/app'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import { optionsOf } from '../../values/scene'
import { shownAt } from '../parts/shownAt'

export interface BoardColumn {
  readonly code: string
  readonly title: Text
  readonly colour?: Colour
}

/** The states that the screen's records can have, or the codes of the choice. */
export function boardColumns(answer: ScreenAnswer): readonly BoardColumn[] {
  const { board, entity, states } = answer.screen
  if (!board) return []
  const options = optionsOf(
    answer,
    board.by === 'state' ? { field: 'state' } : (shownAt(answer, entity, board.by) ?? { field: board.by }),
    entity,
  ).filter((option) => !option.retired)
  return board.by === 'state' && states ? options.filter((option) => states.includes(option.code)) : options
}

/** The transitions that lead a record into a column, those that ask least first; empty: it cannot go there. */
export function waysTo(
  record: RecordData,
  column: string,
  by: string,
  entity: Entity | undefined,
): readonly Transition[] {
  const possible = Object.values(entity?.transitions ?? {}).filter(
    (transition) => !transition.creates && record.can.includes(transition.name),
  )
  const leading =
    by === 'state'
      ? possible.filter((transition) => transition.to === column)
      : possible.filter((transition) => {
          const rule = transition.set[by]
          return (
            transition.asks.some((ask) => ask.field === by && !ask.readOnly) ||
            (rule?.node.kind === 'literal' && rule.node.value === column)
          )
        })
  return [...leading].sort((a, b) => a.asks.length - b.asks.length)
}

/** The column that a card goes to from the keyboard: the nearest on that side that a way leads to, or the nearest at all, which says why not. */
export function columnBeside(
  columns: readonly BoardColumn[],
  here: unknown,
  side: 1 | -1,
  leads: (column: BoardColumn) => boolean,
): BoardColumn | undefined {
  const at = columns.findIndex(({ code }) => code === here)
  const onSide = side === 1 ? columns.slice(at + 1) : columns.slice(0, Math.max(0, at)).reverse()
  return onSide.find(leads) ?? onSide[0]
}

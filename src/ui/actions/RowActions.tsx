// Draws the actions of a row: the first as link buttons, the rest behind a menu.
// Harmful ones are always in the menu.
import type { Action } from '../../manifest/model/column'
import type { RecordData } from '../../protocol/calls'
import type { Translator } from '../../client/text/translate'
import { textWidth } from '../values/textWidth'
import { opensForm } from './opensForm'
import type { OpenMenu } from './RowMenu'

export interface RowActionsFacts {
  /** The entity of the rows. */
  readonly entity: string
  readonly actionsOf: (row: RecordData) => readonly Action[]
  readonly danger: (action: Action) => boolean
  readonly run: (action: Action, row: RecordData) => void
  readonly openMenu: (menu: OpenMenu) => void
  readonly words: Translator
}

/**
 * Visible actions: three if there are no more and they are short, else two, or one where two are too long; the others
 * are in the menu.
 */
const inSight = 3
const gap = 14
/** Maximum width of the actions of a row, in pixels. */
const limit = 250
/** Maximum width of the column; the menu button is never cut off by it. */
const widest = 320

const widthOf = (titles: readonly string[]): number => titles.reduce((sum, title) => sum + textWidth(title) + gap, 12)

function visibleActions(
  actions: readonly Action[],
  { danger, words: { pick, t } }: Pick<RowActionsFacts, 'danger' | 'words'>,
): readonly Action[] {
  const helpful = actions.filter((action) => !danger(action))
  const titles = helpful.map((action) => pick(action.title))
  const isWhole = helpful.length === actions.length
  if (isWhole && (helpful.length < inSight || (helpful.length === inSight && widthOf(titles) <= limit))) return helpful
  const two = inSight - 1
  return helpful.slice(0, widthOf([...titles.slice(0, two), t('list.moreActions')]) <= widest ? two : 1)
}

/** Width of the widest row of actions, in pixels. */
export function actionsWidth(
  rows: readonly RecordData[],
  { actionsOf, danger, words }: Pick<RowActionsFacts, 'actionsOf' | 'danger' | 'words'>,
): number {
  const needed = rows.reduce((maxRow, row) => {
    const actions = actionsOf(row)
    const visible = visibleActions(actions, { danger, words })
    const titles = [
      ...visible.map((action) => words.pick(action.title)),
      ...(actions.length > visible.length ? [words.t('list.moreActions')] : []),
    ]
    return Math.max(maxRow, widthOf(titles))
  }, 0)
  return Math.min(widest, Math.max(88, Math.ceil(needed)))
}

export function RowActions({
  row,
  facts: { entity, actionsOf, danger, run, openMenu, words },
}: {
  row: RecordData
  facts: RowActionsFacts
}) {
  const actions = actionsOf(row)
  const visible = visibleActions(actions, { danger, words })
  const rest = actions.slice(visible.length)
  return (
    <span className="table-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {visible.map((action) => (
        <button
          {...opensForm}
          key={`${action.entity}.${action.transition}`}
          type="button"
          className="table-action"
          onClick={() => run(action, row)}
        >
          {words.pick(action.title)}
        </button>
      ))}
      {rest.length > 0 && (
        <button
          {...opensForm}
          type="button"
          className="table-action table-action-more"
          aria-haspopup="menu"
          aria-label={words.t('list.moreActionsOf', { label: row.label })}
          onClick={({ currentTarget }) =>
            openMenu({
              button: currentTarget,
              record: { entity, id: row.id },
              items: rest.map((action) => ({
                key: `${action.entity}.${action.transition}`,
                label: words.pick(action.title),
                danger: danger(action),
                run: () => run(action, row),
              })),
            })
          }
        >
          {words.t('list.moreActions')}
        </button>
      )}
    </span>
  )
}

// How do the actions of a row look? Plain link buttons, the first ones in sight, the rest behind one more.
import type { Action } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'
import type { Words } from '../../../runtime/text'
import { textWidth } from './listColumns'
import type { OpenMenu } from './RowMenu'

export interface RowActionsFacts {
  readonly actionsOf: (row: RecordData) => readonly Action[]
  readonly danger: (action: Action) => boolean
  readonly run: (action: Action, row: RecordData) => void
  readonly openMenu: (menu: OpenMenu) => void
  readonly words: Words
}

/** Actions in sight: three where no more is needed than that and they are short, else two, or one where two are too long, and the rest behind `more`. */
const inSight = 3
const gap = 14
/** Pixels that the actions of a row take from its columns at most. */
const most = 250
/** And what the column has at most; `more` is never cut off by it. */
const widest = 320

const widthOf = (titles: readonly string[]): number => titles.reduce((sum, title) => sum + textWidth(title) + gap, 12)

function visibleActions(actions: readonly Action[], { pick, t }: Words): readonly Action[] {
  const titles = actions.map((action) => pick(action.title))
  if (actions.length < inSight || (actions.length === inSight && widthOf(titles) <= most)) return actions
  const two = inSight - 1
  return actions.slice(0, widthOf([...titles.slice(0, two), t('list.moreActions')]) <= widest ? two : 1)
}

/** Pixels that the widest row of actions takes. */
export function actionsWidth(
  rows: readonly RecordData[],
  { actionsOf, words }: Pick<RowActionsFacts, 'actionsOf' | 'words'>,
): number {
  const needed = rows.reduce((most, row) => {
    const actions = actionsOf(row)
    const shown = visibleActions(actions, words)
    const titles = [
      ...shown.map((action) => words.pick(action.title)),
      ...(actions.length > shown.length ? [words.t('list.moreActions')] : []),
    ]
    return Math.max(most, widthOf(titles))
  }, 0)
  return Math.min(widest, Math.max(88, Math.ceil(needed)))
}

export function RowActions({
  row,
  facts: { actionsOf, danger, run, openMenu, words },
}: {
  row: RecordData
  facts: RowActionsFacts
}) {
  const actions = actionsOf(row)
  const shown = visibleActions(actions, words)
  const rest = actions.slice(shown.length)
  return (
    <span className="table-actions" onDoubleClick={(event) => event.stopPropagation()}>
      {shown.map((action) => (
        <button
          key={`${action.entity}.${action.transition}`}
          type="button"
          className={danger(action) ? 'table-action table-action-danger' : 'table-action'}
          onClick={() => run(action, row)}
        >
          {words.pick(action.title)}
        </button>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          className="table-action table-action-more"
          aria-haspopup="menu"
          aria-label={words.t('list.moreActionsOf', { label: row.label })}
          onClick={({ currentTarget }) =>
            openMenu({
              button: currentTarget,
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

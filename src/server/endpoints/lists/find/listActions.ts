// Finds actions above lists that create a record, by title.
// Each is returned once, with the first list that has it.
import { canOpen, canRead, canRunAction } from '../../../../manifest/access/permissions'
import { entityOf } from '../../../../manifest/model/app'
import type { Action } from '../../../../manifest/model/column'
import type { Screen } from '../../../../manifest/model/screen'
import type { Text } from '../../../../manifest/model/text'
import type { FindAnswer, FoundAction } from '../../../../protocol/findCalls'
import type { Context } from '../../../context/context'
import { isFor, isShownNow } from '../../../context/callerRules'
import { narrowScreen } from '../../contract/narrowScreen'

/** Maximum actions of each kind. */
export const maxActions = 5

/** The actions above the caller's lists, without words all of them, but none that a form of its menu has. */
export function actionsAboveLists(context: Context, screens: readonly Screen[], searchText: string): FoundAction[] {
  const { app, caller } = context
  const sought = searchText.trim().toLowerCase()
  const further = (lists: readonly Screen[]) =>
    lists.filter((list) => canOpen(app, caller, list)).map((list) => narrowScreen(context, list))
  const inForms = new Set(
    Object.values(app.screens)
      .filter((screen) => screen.kind === 'form' && !screen.hideInMenu && canOpen(app, caller, screen))
      .flatMap(({ actions }) => actions.map(keyOf)),
  )
  const offered = foundAbove(
    screens.flatMap(({ moreLists, ...screen }) => [screen, ...further(moreLists)]),
    (action) => !inForms.has(keyOf(action)) && has(action.title, sought) && canRunAction(app, caller, action),
  )
  return offered.slice(0, sought === '' ? undefined : maxActions)
}

/**
 * The actions above lists that the caller may not run: those of lists that it may open, and by their exact titles the
 * lists with an action that it may not open.
 */
export function refusedAboveLists(
  context: Context,
  searchText: string,
  offered: readonly FoundAction[],
): Pick<FindAnswer, 'refused' | 'withheld'> {
  const { app, caller } = context
  const sought = searchText.trim().toLowerCase()
  const isTitled = ({ title }: Pick<FoundAction, 'title'>) =>
    Object.values(title).some((text) => text.toLowerCase() === sought)
  if (sought === '' || offered.some(isTitled)) return { refused: [], withheld: [] }
  const lists = Object.values(app.screens)
    .filter((screen) => screen.layout === 'main' && !screen.redirect && isShownNow(context, screen))
    .flatMap((screen) => [screen, ...screen.moreLists])
  const open = lists.filter((list) => canOpen(app, caller, list))
  const isReadable = ({ entity }: Action) => canRead(app, caller, entityOf(app, entity))
  const refused = foundAbove(
    open,
    (action) =>
      (isTitled(action) || (offered.length === 0 && has(action.title, sought))) &&
      isFor(context, action) &&
      isReadable(action) &&
      !canRunAction(app, caller, action),
  )
  const shut = foundAbove(
    lists.filter((list) => !open.includes(list)),
    (action) => isTitled(action) && !refused.some((one) => one.action === keyOf(action)),
  )
  return {
    refused: refused.slice(0, maxActions),
    withheld: shut.slice(0, maxActions).map(({ title, screen }) => ({ title, screen })),
  }
}

const has = (title: Text, sought: string) => Object.values(title).some((text) => text.toLowerCase().includes(sought))

const keyOf = ({ entity, transition }: Action) => `${entity}.${transition}`

function foundAbove(
  lists: readonly Pick<Screen, 'path' | 'actions'>[],
  isFound: (action: Action) => boolean,
): FoundAction[] {
  const actions = new Map<string, FoundAction>()
  for (const screen of lists)
    for (const action of screen.actions) {
      if (action.place !== 'toolbar' || actions.has(keyOf(action)) || !isFound(action)) continue
      actions.set(keyOf(action), { title: action.title, screen: screen.path, action: keyOf(action) })
    }
  return [...actions.values()]
}

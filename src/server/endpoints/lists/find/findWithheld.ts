// Finds exact numbers and titles that exist but may not be opened, without showing their content.
import { canOpen } from '../../../../manifest/access/permissions'
import type { FindAnswer } from '../../../../protocol/findCalls'
import type { Context } from '../../../context/context'
import { isShownNow } from '../../../context/callerRules'
import { withheldIds } from '../../records/refusals/withheldRecord'

const maxScreens = 3

export async function withheldFrom(
  context: Context,
  searchText: string,
  isFound: boolean,
): Promise<FindAnswer['withheld']> {
  const { app, caller } = context
  const sought = searchText.trim().toLowerCase()
  const screens = Object.values(app.screens)
    .filter(
      (screen) =>
        screen.layout === 'main' &&
        !screen.redirect &&
        [...Object.values(screen.title), ...(screen.synonyms ?? [])].some((name) => name.toLowerCase() === sought) &&
        isShownNow(context, screen) &&
        !canOpen(app, caller, screen),
    )
    .slice(0, maxScreens)
    .map(({ title, path }) => ({ title, screen: path }))
  if (isFound) return screens
  const number = sought.toUpperCase()
  const records = await withheldIds(context, number)
  return [...screens, ...records.map(({ entity: { name, title } }) => ({ title, record: { entity: name, number } }))]
}

// The lists that an account may put on a dashboard, and its saved views of them.
import { useMemo } from 'react'
import { untranslated } from '../../../../manifest/model/text'
import { useSharedPreferences } from '../../../../client/context/preferences'
import { useSession } from '../../../../client/context/clientContext'
import { isForRole, readViews, viewName, type SavedView } from '../../common/savedViews'
import type { Card } from './arrangement'

/** The kind of a card with the first records of a list. */
export const listKind = 'list'
/** The block of such a card that is the list as it stands in the manifest, not a view. */
const wholeList = 'rows'

/** The views of the lists that the account may open. */
function useOpenableViews(): readonly SavedView[] {
  const boot = useSession((state) => state.boot)
  const shared = useSharedPreferences()
  return useMemo(
    () =>
      readViews(boot?.preferences ?? {}, shared).filter(
        (view) => boot?.routes[view.screen]?.kind === 'list' && isForRole(view, boot.account.role?.id),
      ),
    [boot, shared],
  )
}

/** Views first: a person has made them. The server checks the rights whenever a card is read. */
export function useOfferedLists(): readonly Card[] {
  const routes = useSession((state) => state.boot?.routes)
  const views = useOpenableViews()
  return useMemo(
    () => [
      ...views.map(({ id, screen, title }) => ({
        screen,
        block: viewName(id),
        kind: listKind,
        title: untranslated(title),
      })),
      ...Object.values(routes ?? {}).flatMap(({ path, kind, hidden, redirect, title }) =>
        kind === 'list' && !hidden && redirect === undefined
          ? [{ screen: path, block: wholeList, kind: listKind, title }]
          : [],
      ),
    ],
    [views, routes],
  )
}

/** The view of a card; undefined for the whole list, and for a view that has gone. */
export function useViewOfCard({ screen, block }: Card): SavedView | undefined {
  return useOpenableViews().find((view) => view.screen === screen && viewName(view.id) === block)
}

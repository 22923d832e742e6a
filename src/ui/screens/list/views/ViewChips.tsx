// The saved views of a list as chips above it, each with its present number of records.
import type { Screen } from '../../../../manifest/model/screen'
import { useFormat, useSession, useTranslator } from '../../../../client/context/clientContext'
import { useList } from '../../../../client/data/queries'
import { matchOf, searchedColumns } from '../../common/listRequest'
import { isForRole, stateOf, type SavedView } from '../../common/savedViews'
import type { ListViews } from './useListViews'
import './chips.css'

/** Maximum chips, since each counts by a request of its own; the panel of views has all. */
const maxChips = 6

interface ViewChipsProps {
  readonly screen: Screen
  readonly views: ListViews
  /** The entities whose changes affect the numbers. */
  readonly entities: readonly string[]
}

/** Draws the first six views, without those for roles of others; nothing without any. */
export function ViewChips({ screen, views, entities }: ViewChipsProps) {
  const { t } = useTranslator()
  const role = useSession((state) => state.boot?.account.role?.id)
  const visible = views.views.filter((view) => isForRole(view, role))
  if (visible.length === 0) return null
  return (
    <ul className="list-chips" aria-label={t('list.views')}>
      {visible.slice(0, maxChips).map((view) => (
        <ViewChip key={view.id} screen={screen} views={views} view={view} entities={entities} />
      ))}
    </ul>
  )
}

function ViewChip({ screen, views, view, entities }: ViewChipsProps & { readonly view: SavedView }) {
  const format = useFormat()
  const { state } = stateOf(view, searchedColumns(screen))
  const { data } = useList({ ...matchOf(screen, state), want: { rows: false, total: 'capped' } }, entities)
  const isActive = view === views.active
  const total = data?.total
  return (
    <li>
      {/* Pressed again it gives way to the list as it stands in the manifest. */}
      <button type="button" aria-pressed={isActive} onClick={() => views.toggle(view)}>
        {view.title}
        {total && <span>{`${format.number(total.count)}${total.more ? '+' : ''}`}</span>}
      </button>
    </li>
  )
}

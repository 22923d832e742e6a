// Checks that a column for some callers only is not used for what the screen does for all.
import type { Screen } from '../../model/screen'
import type * as language from '../../language/generated'
import {
  childLocation,
  indexed,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
} from '../../context/compileContext'

export function checkPartialColumns(
  location: ManifestLocation,
  columns: language.ScreenManifest['columns'],
  screen: Screen,
  entity: EntityDraft,
): void {
  for (const [index, written] of indexed(columns)) {
    if (typeof written === 'string') continue
    const key = (['permissions', 'visibleWhen'] as const).find((name) => written[name] !== undefined)
    const use = key && useForAll(screen, entity, written.field)
    if (key !== undefined && use !== undefined)
      reportProblem(childLocation(location, index, key), 'partial-column', { name: written.field, use }, { key: true })
  }
}

/** Uses of a column that would disclose its values, or fail, for callers without it. */
function useForAll(
  { sort, queue, tabsBy, board, gallery, feed, exchange }: Screen,
  { entity, fields }: EntityDraft,
  field: string,
): string | undefined {
  if (sort.field === field) return '`sort`'
  if (queue?.sort?.field === field) return '`queue`'
  if (tabsBy === field) return '`tabsBy`'
  if (board && [board.groupBy, ...board.cardFields].includes(field)) return '`board`'
  if (gallery && [gallery.imageField, ...gallery.cardFields].includes(field)) return '`gallery`'
  if (feed && [feed.dateField, feed.textField, ...feed.factFields].includes(field)) return '`feed`'
  if (exchange?.key.includes(field)) return '`exchange`'
  const searched = ['no', entity.labelField, entity.sublabelField].includes(field) || fields[field]?.type === 'mobile'
  return searched ? 'the search by words' : undefined
}

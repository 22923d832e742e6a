// Which further lists stand under the address of a list? Each is a list of its own, with its own records, columns and rights.
import type { Screen } from '../app'
import type * as language from '../generated/language'
import { entityNamed, permissionsAt } from '../names'
import { below, each, tell, type At, type Draft, type EntityDraft, type World } from '../world'

/** Resolves the records that a list shows, as for a screen. */
type Records = (
  world: World,
  place: At,
  manifest: language.ScreenManifest,
  screen: Draft<Screen>,
  entity: EntityDraft,
) => void

/** `bare`: a screen that shows nothing yet, made for a manifest. */
export function resolveLists(
  world: World,
  place: At,
  lists: readonly language.FurtherList[] | undefined,
  screen: Screen,
  bare: (manifest: language.ScreenManifest) => Draft<Screen>,
  records: Records,
): Screen[] {
  const seen = new Set<string>()
  return each(lists).flatMap(([index, list]) => {
    const own = below(place, index)
    if (seen.has(list.name)) tell(world, below(own, 'name'), 'duplicate-entry', { name: list.name })
    seen.add(list.name)
    const entity = entityNamed(world, below(own, 'entity'), list.entity)
    if (entity === undefined) return []
    const { name, permission, ...shown } = list
    const manifest: language.ScreenManifest = {
      ...shown,
      path: `${screen.path}?list=${name}`,
      title: list.title ?? entity.entity.title,
      kind: 'list',
      hidden: true,
    }
    const further: Draft<Screen> = {
      ...bare(manifest),
      module: screen.module,
      source: screen.source,
      permission:
        permission === undefined
          ? screen.permission
          : permissionsAt(world, below(own, 'permission'), permission, ['public', 'signed-in', 'admin']),
    }
    records(world, own, manifest, further, entity)
    return [further]
  })
}

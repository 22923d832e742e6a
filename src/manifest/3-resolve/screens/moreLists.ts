// Resolves the further lists under the address of a list, each with its records, columns and
// permissions.
import type { Screen } from '../../model/screen'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { findEntity, permissionsAt } from '../../context/lookup'
import {
  childLocation,
  indexed,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
} from '../../context/compileContext'

/** Resolves a list over an entity as a screen of its own, which inherits the rest from its main screen. */
type ListResolver = (
  location: ManifestLocation,
  manifest: language.ScreenManifest,
  inherited: Pick<Screen, 'module' | 'source' | 'permissions' | 'visibleWhen'>,
  entity: EntityDraft,
) => Screen

export function resolveLists(
  location: ManifestLocation,
  lists: readonly language.MoreList[] | undefined,
  screen: Screen,
  resolve: ListResolver,
): Screen[] {
  const listed = new Set<string>()
  return indexed(lists).flatMap(([index, list]) => {
    const listLocation = childLocation(location, index)
    if (listed.has(list.name))
      reportProblem(childLocation(listLocation, 'name'), 'duplicate-entry', { name: list.name })
    listed.add(list.name)
    const entity = findEntity(childLocation(listLocation, 'entity'), list.entity)
    if (entity === undefined) return []
    const { name, permissions: permission, visibleWhen, ...content } = list
    const manifest: language.ScreenManifest = {
      ...content,
      path: `${screen.path}?list=${name}`,
      title: list.title ?? entity.entity.title,
      kind: 'list',
      hideInMenu: true,
    }
    const inherited = {
      module: screen.module,
      source: screen.source,
      ...audienceAt(listLocation, { visibleWhen }),
      permissions:
        permission === undefined
          ? screen.permissions
          : permissionsAt(childLocation(listLocation, 'permissions'), permission, ['public', 'signed-in', 'admin']),
    }
    return [resolve(listLocation, manifest, inherited, entity)]
  })
}

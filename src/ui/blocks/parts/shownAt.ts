// What stands at the end of a path, for showing it? Blocks name their fields by path only; type and dictionary are looked up in the entities at hand.
import type { Manifests } from '../../values/scene'
import { ownerOf } from '../../values/scene'
import type { Shown } from '../../values/value'

/** undefined where the way to it is not known here. */
export function shownAt(manifests: Manifests, entity: string | undefined, path: string): Shown | undefined {
  const field = ownerOf(manifests, entity, path)?.fields[path.split('.').at(-1) ?? '']
  return field && { field: path, type: field.type, dictionary: field.dictionary, entity: field.entity }
}

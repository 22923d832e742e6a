// Finds the field at the end of a path for display.
// Blocks name their fields by path only; type, format and dictionary come from the loaded entities.
import type { Field } from '../../manifest/model/field'
import type { Definitions } from './renderContext'
import { entityAtPath } from './renderContext'
import type { DisplayedField } from './renderValue'

/** undefined if the path leads through an entity that is not loaded. */
export function shownAt(
  manifests: Definitions,
  entity: string | undefined,
  path: string,
): (DisplayedField & Pick<Field, 'title' | 'help'>) | undefined {
  const field = entityAtPath(manifests, entity, path)?.fields[path.split('.').at(-1) ?? '']
  return field && { ...field, field: path }
}

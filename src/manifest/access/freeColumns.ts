// Finds the fields of records that a person may add to a list as columns.
// Excludes the columns of its manifest.
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import { typesWith, type Field } from '../model/field'
import type { Screen } from '../model/screen'

type ListedColumns = Pick<Screen, 'columns' | 'withheldColumns' | 'widenRowScope'>

const engineFields: ReadonlySet<string> = new Set(['id', 'version'])
/** Types too large for a cell of a list. */
const largeTypes = typesWith(['lines', 'files'], {
  without: [
    ...(['string', 'text', 'int', 'money', 'decimal', 'date', 'datetime'] as const),
    ...(['boolean', 'mobile', 'choice', 'ref', 'address'] as const),
  ],
})

/**
 * For callers who may open the records; unreadable fields are removed elsewhere. A list of records beyond the row scope
 * shows only the columns of its manifest.
 */
export function freeColumns(
  { fields }: Pick<Entity, 'fields'>,
  { columns, withheldColumns = [], widenRowScope }: ListedColumns,
): Column[] {
  if (widenRowScope) return []
  const taken = new Set([...columns.map(({ field }) => field), ...withheldColumns])
  return Object.values(fields)
    .filter(({ name, type, secret }) => !taken.has(name) && !engineFields.has(name) && !largeTypes.has(type) && !secret)
    .map(freeColumn)
}

function freeColumn({ name, title, type, dictionary, entity, format }: Field): Column {
  return {
    field: name,
    title,
    type,
    sum: false,
    sortable: false,
    hiddenByDefault: true,
    ...(dictionary !== undefined && { dictionary }),
    ...(entity !== undefined && { entity }),
    ...(format !== undefined && { format }),
  }
}

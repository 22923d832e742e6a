// Finds the fields that a person may add to a list as columns, or order and group its rows by.
// Added are only those that are no columns of its manifest.
import { textBefore } from '../expression/values/present'
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
    .filter(({ name, internal }) => !taken.has(name) && !engineFields.has(name) && !internal)
    .filter(({ type, secret }) => !largeTypes.has(type) && !secret)
    .map((field) => ({ ...freeColumn(field), ...(isGroupable(field, fields) && { groupable: true }) }))
}

function freeColumn({ name, title, type, dictionary, entity, format, sortable = false }: Field): Column {
  return {
    field: name,
    title,
    type,
    sum: false,
    sortable,
    hiddenByDefault: true,
    ...(dictionary !== undefined && { dictionary }),
    ...(entity !== undefined && { entity }),
    ...(format !== undefined && { format }),
  }
}

/** Values that many records share. */
const groupableTypes = typesWith(['choice', 'ref', 'boolean', 'date', 'datetime'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'mobile', 'files', 'lines', 'address'],
})

type ReadFields = Readonly<Record<string, Pick<Field, 'name' | 'type' | 'compute' | 'aggregate'>>>

/**
 * Whether rows can be grouped by a field. Its value is computed for every row, so it must not read other records; and
 * counts must not reveal what a mask hides. `fields`: those of its entity.
 */
export const isGroupable = (field: Field, fields: ReadFields): boolean =>
  groupableTypes.has(field.type) && !field.mask && readsItsRecord(fields, field)

/** `above`: the computed fields on the way, since invalid manifests may compute in a circle. */
function readsItsRecord(
  fields: ReadFields,
  { name, compute, aggregate }: ReadFields[string],
  above: readonly string[] = [],
): boolean {
  if (aggregate) return aggregate.entity === undefined
  return (
    compute?.readPaths.every((path) => {
      const read = fields[textBefore(path, '.')]
      if (!read || above.includes(read.name)) return true
      return (read.type !== 'ref' || read.name === path) && readsItsRecord(fields, read, [...above, name])
    }) ?? true
  )
}

// The reference columns of a list by whose records its quick search finds as well.
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import type { Field } from '../model/field'
import type { Screen } from '../model/screen'

/** Each costs a search of its own. */
const most = 8

interface SearchedReference {
  readonly column: Column
  /** The references from the record of the list to the one that is searched; all of them are stored. */
  readonly steps: readonly [Field, ...Field[]]
}

/** `entities`: those that the list reads, as far as they are known. */
export function searchedReferences(
  entities: Readonly<Record<string, Entity>>,
  { columns, entity }: Pick<Screen, 'columns' | 'entity'>,
): SearchedReference[] {
  return columns
    .flatMap((column) => {
      const steps = column.type === 'ref' ? stepsOf(entities, entity, column.field.split('.')) : undefined
      return steps ? [{ column, steps }] : []
    })
    .slice(0, most)
}

function stepsOf(
  entities: Readonly<Record<string, Entity>>,
  entity: string | undefined,
  [name = '', ...rest]: readonly string[],
): [Field, ...Field[]] | undefined {
  const fields = entities[entity ?? '']?.fields
  const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
  // Who created a record stands in no index.
  if (field?.type !== 'ref' || !field.stored || name === 'createdBy') return undefined
  if (rest.length === 0) return [field]
  const further = stepsOf(entities, field.entity, rest)
  return further && [field, ...further]
}

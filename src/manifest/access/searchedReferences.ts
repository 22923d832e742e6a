// Finds the references of a list or choice whose records are searched too.
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import type { Field } from '../model/field'

/** Maximum references, as each costs a search. */
const maxSearched = 8

/** A shown field of a record, by its path. */
export type ShownField = Pick<Column, 'field' | 'type' | 'title'>

interface SearchedReference {
  readonly column: ShownField
  /** The stored references from the shown record to the searched one. */
  readonly steps: readonly [Field, ...Field[]]
}

/** `entities`: the readable ones; `entity`: the one whose records are shown. */
export function searchedReferences(
  entities: Readonly<Record<string, Entity>>,
  { columns, entity }: { readonly columns: readonly ShownField[]; readonly entity?: string },
): SearchedReference[] {
  return columns
    .flatMap((column) => {
      const steps = column.type === 'ref' ? stepsOf(entities, entity, column.field.split('.')) : undefined
      return steps ? [{ column, steps }] : []
    })
    .slice(0, maxSearched)
}

function stepsOf(
  entities: Readonly<Record<string, Entity>>,
  entity: string | undefined,
  [name = '', ...rest]: readonly string[],
): [Field, ...Field[]] | undefined {
  const fields = entities[entity ?? '']?.fields
  const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
  // The creator of a record is not indexed.
  if (field?.type !== 'ref' || !field.stored || name === 'createdBy') return undefined
  if (rest.length === 0) return [field]
  const further = stepsOf(entities, field.entity, rest)
  return further && [field, ...further]
}

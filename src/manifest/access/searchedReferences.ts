// The references shown in a list or beside a choice by whose records a search finds as well.
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import type { Field } from '../model/field'

/** Each costs a search of its own. */
const most = 8

/** A field that is shown of a record, by its path. */
export type ShownField = Pick<Column, 'field' | 'type' | 'title'>

interface SearchedReference {
  readonly column: ShownField
  /** The references from the record that is shown to the one that is searched; all of them are stored. */
  readonly steps: readonly [Field, ...Field[]]
}

/** `entities`: those that are read, as far as they are known; `entity`: the one whose records are shown. */
export function searchedReferences(
  entities: Readonly<Record<string, Entity>>,
  { columns, entity }: { readonly columns: readonly ShownField[]; readonly entity?: string },
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

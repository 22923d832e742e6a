// Computed fields that depend on the inputs of a form, directly or through each other.
// Omits values that are not known yet, and intermediate results that the detail view omits.
import { untilStable } from '../../../manifest/expression/values/lists'
import type { Aggregate } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import type { FormFieldModel } from './formField'

/** In the entity's order. A new record has only the inputs and what the transition sets. */
export function previewFields(
  entity: Entity,
  fields: readonly FormFieldModel[],
  { creates, set }: Pick<Transition, 'creates' | 'set'>,
): Field[] {
  const typed = new Map(fields.filter((field) => !field.input && !field.readOnly).map((field) => [field.name, field]))
  const formFieldNames = new Set(fields.map((field) => field.name))
  const firstNames = ({ compute }: Field): string[] => compute?.readPaths.map((path) => path.split('.')[0] ?? '') ?? []
  const empty = (name: string): boolean => {
    const field = entity.fields[name]
    if (!creates || !field || field.system || formFieldNames.has(name) || Object.hasOwn(set, name)) return false
    return field.compute ? firstNames(field).some(empty) : field.stored && field.default === undefined
  }
  const moved = new Set<string>()
  const moves = (field: Field): boolean => {
    const { aggregate } = field
    if (aggregate?.lines !== undefined)
      return typed.has(aggregate.lines) && countsTyped(aggregate, typed.get(aggregate.lines)!)
    const reads = firstNames(field)
    return reads.some((name) => typed.has(name) || moved.has(name)) && !reads.some(empty)
  }
  untilStable(moved, () => {
    for (const field of Object.values(entity.fields)) if (!field.system && moves(field)) moved.add(field.name)
  })
  const visible = new Set([
    ...entity.detail.highlightFields,
    ...entity.detail.sections.flatMap((section) => section.fields),
  ])
  return Object.values(entity.fields).filter(
    (field) => moved.has(field.name) && !formFieldNames.has(field.name) && visible.has(field.name),
  )
}

/** Whether input in the lines changes the number. */
function countsTyped({ field, where }: Aggregate, { field: lines, editOnlyFields: cells }: FormFieldModel): boolean {
  const columns = Object.values(lines.fields ?? {})
  const typed = new Set(cells ?? columns.map(({ name }) => name))
  untilStable(typed, () => {
    for (const { name, compute } of columns) if (compute?.readPaths.some((path) => typed.has(path))) typed.add(name)
  })
  const reads = [...(field === undefined ? [] : [field]), ...(where?.readPaths ?? [])]
  // A bare count changes with the lines themselves.
  return reads.length === 0 ? cells === undefined : reads.some((path) => typed.has(path))
}

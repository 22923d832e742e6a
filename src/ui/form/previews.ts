// Which computed fields follow from what is being typed? Those that a form's own inputs move, directly or through another of them; what cannot be known yet is not shown,
// nor what the record's own view leaves out: it only helps to compute something else.
import type { Aggregate, Entity, Field, Transition } from '../../manifest/app'
import type { AskedField } from './askFields'

/** In the entity's order. In a record that is created nothing stands but what is asked and what the transition sets. */
export function previewFields(
  entity: Entity,
  asked: readonly AskedField[],
  { creates, set }: Pick<Transition, 'creates' | 'set'>,
): Field[] {
  const typed = new Map(asked.filter((field) => !field.input && !field.readOnly).map((field) => [field.name, field]))
  const own = new Set(asked.map((field) => field.name))
  const firstNames = ({ compute }: Field): string[] => compute?.reads.map((path) => path.split('.')[0] ?? '') ?? []
  const empty = (name: string): boolean => {
    const field = entity.fields[name]
    if (!creates || !field || field.system || own.has(name) || Object.hasOwn(set, name)) return false
    return field.compute ? firstNames(field).some(empty) : field.stored && field.default === undefined
  }
  const found = new Set<string>()
  const moves = (field: Field): boolean => {
    const { aggregate } = field
    if (aggregate?.lines !== undefined)
      return typed.has(aggregate.lines) && countsTyped(aggregate, typed.get(aggregate.lines)!)
    const reads = firstNames(field)
    return reads.some((name) => typed.has(name) || found.has(name)) && !reads.some(empty)
  }
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const field of Object.values(entity.fields)) if (!field.system && moves(field)) found.add(field.name)
  }
  const shown = new Set([...entity.detail.figures, ...entity.detail.sections.flatMap((section) => section.fields)])
  return Object.values(entity.fields).filter(
    (field) => found.has(field.name) && !own.has(field.name) && shown.has(field.name),
  )
}

/** Whether something that is typed into the lines changes the number. */
function countsTyped({ field, where }: Aggregate, { field: lines, cells }: AskedField): boolean {
  const columns = Object.values(lines.fields ?? {})
  const typed = new Set(cells ?? columns.map(({ name }) => name))
  for (let before = -1; before !== typed.size;) {
    before = typed.size
    for (const { name, compute } of columns) if (compute?.reads.some((path) => typed.has(path))) typed.add(name)
  }
  const reads = [...(field === undefined ? [] : [field]), ...(where?.reads ?? [])]
  // A bare count changes with the lines themselves.
  return reads.length === 0 ? cells === undefined : reads.some((path) => typed.has(path))
}

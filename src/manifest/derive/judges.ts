// What does a transition hang on? The fields of the record that its guards and their messages name, and the figures of what the record refers to: whoever runs it wants to see them.
import type { Column, FieldType } from '../app'
import { columnOf } from '../resolve/columns'
import { placeholders } from '../rule/fill'
import type { EntityDraft, FieldDraft, TransitionDraft, World } from '../world'

const FIGURES: readonly FieldType[] = ['int', 'money', 'decimal']

export function judgesOf(world: World, draft: EntityDraft, { creates, guards }: TransitionDraft): Column[] {
  if (creates) return []
  return [...new Set(guards.flatMap(({ rule, message }) => [...rule.reads, ...placeholders(message)]))].flatMap(
    (path) => {
      const steps = path.split('.')
      const field = fieldAt(world, draft, steps)
      return field !== undefined &&
        path !== 'id' &&
        (steps.length === 1 || (!field.system && FIGURES.includes(field.type)))
        ? [columnOf(world, { field: path }, { field })]
        : []
    },
  )
}

/** The field at the end of a path; none at the parts of an address, and at what is no path of the record. */
function fieldAt(world: World, draft: EntityDraft, [name = '', ...rest]: readonly string[]): FieldDraft | undefined {
  const field = Object.hasOwn(draft.fields, name) ? draft.fields[name] : undefined
  if (field === undefined || rest.length === 0) return field
  const next = field.type === 'ref' ? world.entities[field.entity ?? ''] : undefined
  return next && fieldAt(world, next, rest)
}

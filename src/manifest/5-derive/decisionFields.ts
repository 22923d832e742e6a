// Derives the fields on which a transition depends, for the user who runs it.
// These are the fields of the record in its checks, in those of its lines and in their messages, and the figures of the
// records it refers to.
import type { Column } from '../model/column'
import { isNumberType } from '../expression/values/valueTypes'
import { columnOf } from '../3-resolve/fields/columns'
import { pathsRead } from '../expression/analyze'
import { placeholders } from '../expression/template'
import type { EntityDraft, FieldDraft, TransitionDraft, CompileContext } from '../context/compileContext'

export function deriveDecisionFields(context: CompileContext): void {
  for (const draft of Object.values(context.entities))
    for (const transition of Object.values(draft.transitions))
      transition.decisionFields = fieldsReadByChecks(context, draft, transition)
}

// Skip the checks of the entity: they apply to every transition.
function fieldsReadByChecks(
  context: CompileContext,
  draft: EntityDraft,
  { creates, checks: all, form }: TransitionDraft,
): Column[] {
  if (creates) return []
  const checks = all.filter((check) => !draft.entityChecks.has(check))
  const ofLines = form.flatMap(({ field, input, readOnly }) => (input || readOnly ? [] : readByCells(draft, field)))
  const read = checks.flatMap(({ rule, message }) => [...rule.readPaths, ...placeholders(message)])
  return [...new Set([...read, ...ofLines])].flatMap((path) => {
    const steps = path.split('.')
    const field = fieldAt(context, draft, steps)
    return field !== undefined && path !== 'id' && (steps.length === 1 || (!field.system && isNumberType(field.type)))
      ? [columnOf(context, { field: path }, { field })]
      : []
  })
}

/** What the checks on the lines of a field read of their record. */
const readByCells = ({ fields }: EntityDraft, name: string): string[] =>
  Object.values(fields[name]?.fields ?? {}).flatMap(({ checks = [] }) =>
    checks.flatMap(({ rule }) => pathsRead(rule.node, 'this')),
  )

/** The field at the end of a path; undefined for parts of an address and for paths of anything but the record. */
function fieldAt(
  context: CompileContext,
  draft: EntityDraft,
  [name = '', ...rest]: readonly string[],
): FieldDraft | undefined {
  const field = Object.hasOwn(draft.fields, name) ? draft.fields[name] : undefined
  if (field === undefined || rest.length === 0) return field
  const next = field.type === 'ref' ? context.entities[field.entity ?? ''] : undefined
  return next && fieldAt(context, next, rest)
}

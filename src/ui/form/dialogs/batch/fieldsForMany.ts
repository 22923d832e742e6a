// The choice of one field that several records get at once, and the form of that field alone.
// Pure.
import { visit } from '../../../../manifest/expression/analyze'
import type { Entity } from '../../../../manifest/model/entity'
import { isComputed } from '../../../../manifest/model/field'
import type { NameScope, Rule } from '../../../../manifest/model/rule'
import type { FormField, Transition } from '../../../../manifest/model/transition'
import type { EntityAnswer } from '../../../../protocol/screenCalls'

/** Whether a run on several records begins with the choice of one field, so that it overwrites nothing else. */
function choosesField({ to, creates, recordsEvent, form }: Transition): boolean {
  if (recordsEvent) return false
  const inputs = form.filter(({ input }) => input)
  return to === undefined && !creates && form.length - inputs.length > 1 && !inputs.some(({ required }) => required)
}

/** The fields of which one can be given the same value in several records. */
export function fieldsForMany({ fields, unique }: Entity, transition: Transition): readonly FormField[] {
  if (!choosesField(transition)) return []
  return transition.form.filter((one) => {
    const field = fields[one.field]
    if (!field || one.input || one.readOnly || isComputed(field) || field.type === 'lines') return false
    return !readsRecord(one) && !unique.some((names) => names.fields.includes(one.field))
  })
}

/** The same definitions, in which the form has this field and its note only, or nothing without a field. */
export function narrowedTo(answer: EntityAnswer, entity: Entity, transition: Transition, chosen: string | undefined) {
  const form = transition.form.filter(({ field, input }) => !input && field === chosen)
  const { note: _note, ...silent } = transition
  const narrowed: Transition = chosen === undefined ? { ...silent, form } : { ...transition, form }
  const described = { ...entity, transitions: { ...entity.transitions, [transition.name]: narrowed } }
  return { answer: { ...answer, entities: { ...answer.entities, [entity.name]: described } }, transition: narrowed }
}

/** Whether the rules of a form field read the record. In the rules of options, `record` is an offered one. */
export function readsRecord({
  optionsWhere,
  visibleWhen,
  requiredWhen,
  defaultLines = [],
  ...field
}: FormField): boolean {
  const lines = defaultLines.flatMap(({ when, values }) => [when, ...Object.values(values)])
  const asked = [visibleWhen, requiredWhen, field.default, ...lines]
  return asked.some((rule) => reads(rule, ['record', 'this', 'before'])) || reads(optionsWhere, ['this', 'before'])
}

function reads(rule: Rule | undefined, scopes: readonly NameScope[]): boolean {
  let isRead = false
  if (rule)
    visit(rule.node, (part) => {
      isRead ||= part.kind === 'name' && scopes.includes(part.scope)
    })
  return isRead
}

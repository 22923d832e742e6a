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
export function fieldsForMany(entity: Entity, transition: Transition): readonly FormField[] {
  return choosesField(transition) ? transition.form.filter((one) => fitsMany(entity, one)) : []
}

/** Whether several records can be given the same value of a stored field. */
function fitsMany({ fields, unique }: Entity, formField: FormField): boolean {
  const { field: name, input, readOnly } = formField
  const field = fields[name]
  if (!field || input || readOnly || isComputed(field) || field.type === 'lines') return false
  return !readsRecord(formField) && !unique.some((names) => names.fields.includes(name))
}

/**
 * Whether one form moves several records on: what it fills in is the same for all of them. What only shows a value of
 * the record is left out. Required files, such as drawings, are of one record.
 */
export function movesMany(entity: Entity, { to, creates, form }: Transition): boolean {
  if (to === undefined || creates) return false
  const filled = form.filter(({ readOnly }) => !readOnly)
  return filled.every((one) =>
    one.input
      ? !readsRecord(one)
      : fitsMany(entity, one) && !(one.required && entity.fields[one.field]?.type === 'files'),
  )
}

/**
 * The same definitions, without the fields of the form that only show values of a record. What every record has is not
 * required: an empty input leaves it as it is.
 */
export function filledAlike(answer: EntityAnswer, entity: Entity, transition: Transition) {
  if (!movesMany(entity, transition)) return { answer, transition }
  const form = transition.form
    .filter(({ readOnly }) => !readOnly)
    .map((one) => (isNeverEmpty(entity, one) ? { ...one, required: false } : one))
  return withForm(answer, entity, { ...transition, form })
}

/** Whether each record has a value of a stored field: its creation requires one, and nothing clears it. */
function isNeverEmpty({ transitions }: Entity, { field: name, input }: FormField): boolean {
  const all = Object.values(transitions)
  const created = all.filter(({ creates }) => creates)
  const requires = ({ form }: Transition) => form.some((one) => one.field === name && !one.input && one.required)
  return !input && created.length > 0 && created.every(requires) && !all.some(({ set }) => set[name] === null)
}

/** The same definitions, in which the form has this field and its note only, or nothing without a field. */
export function narrowedTo(answer: EntityAnswer, entity: Entity, transition: Transition, chosen: string | undefined) {
  const form = transition.form.filter(({ field, input }) => !input && field === chosen)
  const { note: _note, ...silent } = transition
  return withForm(answer, entity, chosen === undefined ? { ...silent, form } : { ...transition, form })
}

function withForm(answer: EntityAnswer, entity: Entity, transition: Transition) {
  const described = { ...entity, transitions: { ...entity.transitions, [transition.name]: transition } }
  return { answer: { ...answer, entities: { ...answer.entities, [entity.name]: described } }, transition }
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

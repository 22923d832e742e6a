// The choice of one field that several records get at once, and the form of that field alone.
// Pure.
import { visit } from '../../../../manifest/expression/analyze'
import type { Entity } from '../../../../manifest/model/entity'
import { isComputed, type Field } from '../../../../manifest/model/field'
import type { NameScope, Rule } from '../../../../manifest/model/rule'
import type { FormField, Transition } from '../../../../manifest/model/transition'
import type { EntityAnswer } from '../../../../protocol/screenCalls'

/** Whether a run on several records begins with the choice of one field, so that it overwrites nothing else. */
function choosesField({ to, creates, recordsEvent, form }: Transition): boolean {
  if (recordsEvent) return false
  const inputs = form.filter(({ input }) => input)
  return to === undefined && !creates && form.length - inputs.length > 1 && !inputs.some(({ required }) => required)
}

/**
 * The fields of which one can be given the same value in several records. One that shows or hides another is not among
 * them: with it the records would lose what it hides.
 */
export function fieldsForMany(entity: Entity, transition: Transition): readonly FormField[] {
  if (!choosesField(transition)) return []
  const { form } = transition
  const deciding = new Set(form.flatMap(({ visibleWhen }) => visibleWhen?.readPaths.map(firstName) ?? []))
  return form.filter((one) => !deciding.has(one.field) && fitsMany(entity, transition, one))
}

const firstName = (path: string): string => path.split('.')[0] ?? ''

/** Whether several records can be given the same value of a stored field. */
function fitsMany({ fields, unique }: Entity, transition: Transition, formField: FormField): boolean {
  const { field: name, input, readOnly } = formField
  const field = fields[name]
  if (!field || input || readOnly || isComputed(field) || field.type === 'lines') return false
  return !isOfOneRecord(transition, formField) && !unique.some((names) => names.fields.includes(name))
}

/** Whether a form field depends on its record. Required files, such as drawings, do. */
export function isOfOneRecord({ inputs }: Pick<Transition, 'inputs'>, formField: FormField): boolean {
  const field = formField.input ? inputs[formField.field] : undefined
  return (formField.required && field?.type === 'files') || readsRecord(formField, field)
}

/**
 * The same definitions for several records: the form has no field that only shows a value of a record, and fills in no
 * default of a stored one, which would replace what they have. Where it moves them on, what every record has is not
 * required: an empty input leaves it as it is.
 */
export function filledAlike(answer: EntityAnswer, entity: Entity, transition: Transition) {
  const form = transition.form.flatMap((one) => {
    if (one.input) return one
    if (one.readOnly) return []
    const { default: filled, defaultLines: _lines, ...empty } = one
    if (transition.to === undefined || !(filled ?? isNeverEmpty(entity, one.field))) return empty
    const { requiredWhen: _when, ...optional } = empty
    return { ...optional, required: false }
  })
  return withForm(answer, entity, { ...transition, form })
}

/** Whether each record has a value of a stored field: its creation gives one, and nothing clears it. */
function isNeverEmpty({ fields, transitions }: Entity, name: string): boolean {
  const all = Object.values(transitions)
  if (all.some(({ set }) => set[name] === null)) return false
  if (fields[name]?.required || fields[name]?.default) return true
  const created = all.filter(({ creates }) => creates)
  const gives = ({ form, set }: Transition) =>
    Boolean(set[name]) || form.some((one) => one.field === name && !one.input && one.required)
  return created.length > 0 && created.every(gives)
}

/** Whether an empty input for several records leaves what each of them has in a field. */
export const isKeptIfEmpty = (entity: Entity, { name }: Transition, { field, input }: FormField): boolean =>
  !input && !isOfDecision(entity, name, field)

/**
 * Whether a stored field is part of the decision itself, as its remark is: it opens empty for a single record too, or
 * only the steps that this one is decided against fill it in. An empty input clears it.
 */
export function isOfDecision({ transitions }: Entity, transition: string, name: string): boolean {
  const decision = transitions[transition]
  const asks = ({ form }: Transition) => form.find((one) => one.field === name && !one.input && !one.readOnly)
  if (decision?.emptyFields.includes(name)) return true
  if (decision?.to === undefined || (asks(decision)?.default ?? !asks(decision))) return false
  const writers = Object.values(transitions).filter((one) => asks(one) ?? one.set[name])
  return writers.every(({ to, from }) => to !== undefined && from.some((state) => decision.from.includes(state)))
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
function readsRecord(
  { optionsWhere, visibleWhen, requiredWhen, defaultLines = [], ...formField }: FormField,
  input: Field | undefined,
): boolean {
  const lines = defaultLines.flatMap(({ when, values }) => [when, ...Object.values(values)])
  const asked = [visibleWhen, requiredWhen, formField.default ?? input?.default, ...lines]
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

// The step of one record in a transition: its draft before and after, form values and errors.
import type { App } from '../../../manifest/model/app'
import type { FormField } from '../../../manifest/model/transition'
import type { Field } from '../../../manifest/model/field'
import type { FieldErrorTexts } from './errors'
import type { NameScopes } from './lookups'
import { noteField } from '../../../manifest/2-declare/systemFields'
import { LineDraft, RecordDraft } from './recordDraft'
import type { LogRow, TransitionRequest, TransitionBatch } from './writeContext'

/** A field or input on the form. */
export interface FormEntry {
  readonly formField: FormField
  readonly field: Field
}

export interface TransitionStep {
  readonly request: TransitionRequest
  readonly record: RecordDraft
  /** Absent while it is created. */
  readonly before?: RecordDraft
  /** Values of the form: inputs and fields. */
  readonly input: RecordDraft
  readonly names: NameScopes
  readonly errors: FieldErrorTexts
  /** Fields that this form does not show. */
  readonly hidden: Set<string>
  /** What is required and not given, where that is refused only after the checks. */
  readonly missing: Set<string>
  readonly remark: string | null
}

/** The entries of a transition's form, with their fields. */
export function formEntries({ entity, transition }: Pick<TransitionBatch, 'entity' | 'transition'>): FormEntry[] {
  return transition.form.map((formField) => {
    const field = formField.input ? transition.inputs[formField.field] : entity.fields[formField.field]
    if (!field) throw new Error(`${entity.name}.${transition.name} asks "${formField.field}", which is no field.`)
    return { formField, field }
  })
}

/**
 * The step before any input is read: the form is empty, nothing is hidden, and there are no errors. A transition that
 * creates has no `before`.
 */
export function createStep(
  app: App,
  batch: TransitionBatch,
  request: TransitionRequest,
  record: RecordDraft,
): TransitionStep {
  const fields: Record<string, Field> = Object.fromEntries(formEntries(batch).map(({ field }) => [field.name, field]))
  if (batch.transition.note) fields.note = noteField(app.product)
  const input = new RecordDraft(app, { name: 'input', fields }, null, {})
  const before = batch.transition.creates ? undefined : record.asStored()
  const remark = request.note?.trim() || null
  if (batch.transition.note) input.set('note', remark)
  // Without a prototype: a form may send any name.
  const errors = Object.create(null) as FieldErrorTexts
  const names = { record, before, input }
  return { request, record, before, input, names, errors, hidden: new Set(), missing: new Set(), remark }
}

/** Whether the form shows the input under its `visibleWhen`; what is hidden is neither read nor required. */
export function isShown(step: TransitionStep, { formField }: FormEntry): boolean {
  return !step.hidden.has(formField.field)
}

/** The value of a form's field or input. */
export function valueOf(step: TransitionStep, { formField }: FormEntry): unknown {
  return (formField.input ? step.input : step.record).own(formField.field)
}

/** Sets the value for rules over the form, and in the record unless the entry is an `input`, which no field stores. */
export function setValue(step: TransitionStep, { formField }: FormEntry, value: unknown): void {
  if (!formField.input) step.record.set(formField.field, value)
  step.input.set(formField.field, value)
}

/** What the rules of the form read before anything is entered: the stored values, and no value of an `input`. */
export function namesAsStored(step: TransitionStep, before: RecordDraft, entries: readonly FormEntry[]): NameScopes {
  const input = new RecordDraft(before.app, step.input.entity, null, {})
  for (const { formField } of entries) if (!formField.input) input.set(formField.field, before.own(formField.field))
  return { record: before, before, input }
}

/** A line of a lines field as a record of its own. */
export function lineOf({ record }: TransitionStep, field: Field, line: Readonly<Record<string, unknown>>): RecordDraft {
  return new LineDraft(record, { name: `${record.entity.name}.${field.name}`, fields: field.fields ?? {} }, line)
}

/** The lines of a stored or sent value; none for a value that is no list. */
export function linesIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
}

/** A record after its transition was written, with its audit row. */
export interface WrittenStep {
  readonly evaluated: EvaluatedStep
  readonly row: LogRow
}

/** A step with the values of `vars`. */
export interface EvaluatedStep {
  readonly step: TransitionStep
  readonly names: NameScopes
}

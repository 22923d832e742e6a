// Shared by the parts of a form: the form, its inputs, its rules and the known values.
import { isField, type Form, type Field as FormilyField } from '@formily/core'
import { raw } from '@formily/reactive'
import type { Section } from '../../../manifest/model/detail'
import type { Transition } from '../../../manifest/model/transition'
import type { AddressedRecord } from '../../../protocol/records/recordAddress'
import type { FormFieldModel, FormOutline } from './formField'
import type { FormDraft } from './draft'
import type { FieldErrorContext } from '../../rules/fieldError'
import type { FormScope, FormScopeOptions } from './formScope'
import type { Values } from './formValues'

/** The name of the note among the form's values; no field can have it. */
export const noteName = '_note'

export interface FormModelOptions
  extends Omit<FormScopeOptions, 'outline' | 'values'>, Pick<FieldErrorContext, 'dictionaries' | 'translator'> {
  readonly transition: Transition
  readonly sections?: readonly Section[]
  readonly fill?: Values
  readonly draft?: FormDraft | null
  /** Finds the label of a reference given by id. */
  readonly label?: (formField: FormFieldModel, id: number) => Promise<string | undefined>
  /** Called when the user has changed something. */
  readonly changed?: () => void
}

export interface FormParts {
  readonly options: FormModelOptions
  readonly form: Form
  readonly outline: FormOutline
  readonly formScope: FormScope
  /** The inputs, including the note. */
  readonly names: readonly string[]
  /** Initial values; one that no longer fits is removed. */
  readonly known: Record<string, unknown>
  /** Inputs whose default no longer applies. */
  readonly forgotten: Set<string>
  /** Lines with a template that were compared with it once. */
  readonly judged: Set<string>
}

export function formilyField(form: Form, name: string): FormilyField {
  const field = form.query(name).take()
  if (!field || !isField(field)) throw new Error(`The form has no input ${name}.`)
  return field
}

export function isRequired({ formScope }: Pick<FormParts, 'formScope'>, field: FormFieldModel): boolean {
  return (
    field.required || (field.requiredWhen !== undefined && formScope.holds(field.requiredWhen, { undecided: false }))
  )
}

export function isLeftToServer({ formScope }: Pick<FormParts, 'formScope'>, field: FormFieldModel): boolean {
  return field.default !== undefined && formScope.decide(field.default) === undefined
}

/**
 * What a field's row draws besides the value: invalid cells of lines, a value written by another user in the meantime,
 * a conflicting record, and an error that is shown elsewhere.
 */
interface FieldStatus {
  readonly cells?: Readonly<Record<string, string>>
  readonly latest?: unknown
  /** The record that already has the value, if it may be opened. */
  readonly duplicate?: AddressedRecord
  /** The id of the element that shows the error in place of the row. */
  readonly errorAt?: string | undefined
}

/** What the form knows of an input beside its value: latest error, errors of cells, duplicate. Empty at first. */
export const fieldStatus = (field: FormilyField): FieldStatus => (field.data as FieldStatus | undefined) ?? {}

/** Merges into the status of an input, which draws it again; undefined clears a key. */
export function updateStatus(field: FormilyField, news: FieldStatus): void {
  field.setData({ ...fieldStatus(field), ...news })
}

/** The value without Formily's observation, so that it can be compared, sent and stored. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? raw(value) : value
}

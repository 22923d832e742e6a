// Reads the values of a form, each by its field's type.
// Missing cells of lines get their defaults.
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { validateValue } from '../../../manifest/fieldTypes/fieldTypes'
import { noteField } from '../../../manifest/2-declare/systemFields'
import { canReadField } from '../../query/policy/fieldAccess'
import type { App } from '../../../manifest/model/app'
import { setValue, type FormEntry, type TransitionStep } from '../state/step'
import type { ValueResolver } from '../state/valueResolver'
import type { TransitionBatch } from '../state/writeContext'
import { fillCells, withoutCells } from './editOnlyFields'
import { givable } from './givable'
import { hasLineDefaults, withLineDefaults } from './lineDefaults'

/** Reads the values of a form. Errors go to the step's `errors`. */
export async function readGiven(
  resolver: ValueResolver,
  { transition, caller }: TransitionBatch,
  entries: readonly FormEntry[],
  step: TransitionStep,
): Promise<void> {
  const [{ values, note }, { product }] = [step.request, resolver.app]
  const position = product.languages.indexOf(caller.language)
  // A form omits the fields that its user may not read; their names are refused like unknown ones.
  const offered = entries.filter(({ formField, field }) => formField.input || canReadField(field, caller))
  for (const name of Object.keys(values))
    if (!offered.some(({ formField }) => formField.field === name)) step.errors[name] = fieldError('unknown_name')
  const accept = (entry: FormEntry, given: unknown) => {
    const present = step.before?.own(entry.formField.field)
    const value = valueIn(resolver.app, step, entry, given)
    if (value === undefined) return
    const isOneLanguage = entry.field.localized && typeof given === 'string'
    setValue(step, entry, isOneLanguage ? inOneLanguage(value, present, position) : value)
  }
  const givenFor = ({ formField }: FormEntry) => withoutCells(values[formField.field], formField.omitFields)
  for (const entry of entries) {
    const { formField, field } = entry
    if (!formField.input && step.before && field.type !== 'lines')
      step.input.set(formField.field, step.before.own(formField.field))
    if (isGiven(step, entry) && !hasLineDefaults(entry)) accept(entry, givenFor(entry))
  }
  // Defaults of lines may depend on the other values.
  for (const entry of entries)
    if (isGiven(step, entry) && hasLineDefaults(entry))
      accept(entry, await withLineDefaults(resolver, step, entry, givenFor(entry)))
  const checkedNote = validateValue(note, noteField(product), { languages: product.languages, codes: () => undefined })
  if (!transition.note && note?.trim()) step.errors.note = fieldError('note_not_expected')
  else if (transition.note === 'required' && !step.remark) step.errors.note = fieldError('required')
  else if ('error' in checkedNote) step.errors.note = checkedNote.error
}

/** The value as stored; undefined if it is invalid, after adding its errors to the step. */
function valueIn(app: App, step: TransitionStep, entry: FormEntry, given: unknown): unknown {
  const { formField, field } = entry
  const present = step.before?.own(formField.field)
  const context = givable(app, field, present)
  const checked = formField.editOnlyFields
    ? fillCells(entry, given, present, context)
    : validateValue(given, field, context)
  // An empty list of files is no value.
  if ('value' in checked) return field.type === 'files' && isEmpty(checked.value) ? null : checked.value
  if (checked.fields && Object.keys(checked.fields).length > 0)
    for (const [cell, text] of Object.entries(checked.fields)) step.errors[`${formField.field}.${cell}`] = text
  else step.errors[formField.field] = checked.error
  return undefined
}

/**
 * A text given in one language (that of `position`) keeps the other translations, except copies of the first language,
 * which follow it.
 */
function inOneLanguage(value: unknown, present: unknown, position: number): unknown {
  if (!Array.isArray(value) || !Array.isArray(present)) return value
  const follows = (text: unknown) => text === undefined || (position === 0 && text === present[0])
  return value.map((text: unknown, index) => (index === position || follows(present[index]) ? text : present[index]))
}

export function isGiven({ request }: TransitionStep, { formField }: FormEntry): boolean {
  return (
    !formField.readOnly &&
    Object.hasOwn(request.values, formField.field) &&
    request.values[formField.field] !== undefined
  )
}

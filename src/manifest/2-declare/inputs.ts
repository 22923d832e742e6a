// Declares the form and the inputs of a transition.
import { fieldsInstead, reportWrongField } from '../context/fittingFields'
import type * as language from '../language/generated'
import {
  childLocation,
  indexed,
  hintFor,
  reportProblem,
  type ManifestLocation,
  type Mutable,
  type EntityDraft,
  type FieldDraft,
  type TransitionDraft,
} from '../context/compileContext'
import type { FormField } from '../model/transition'
import { checkCells } from './fields'

/** The field of a form entry, which is written as its bare name or as an object. */
export const nameOf = (formField: language.FormField): string =>
  typeof formField === 'string' ? formField : formField.field

/** Declares which fields the form has and whether they are required; their rules follow. */
export function declareForm(
  draft: EntityDraft,
  location: ManifestLocation,
  transition: TransitionDraft,
  written: readonly language.FormField[] | undefined,
): void {
  const formFields = new Map<string, Mutable<FormField>>()
  for (const [index, formField] of indexed(written)) {
    const detail = typeof formField === 'string' ? { field: formField } : formField
    const { field: name } = detail
    const entryLocation = childLocation(location, 'form', index)
    const nameLocation = typeof formField === 'string' ? entryLocation : childLocation(entryLocation, 'field')
    const input = name in transition.inputs
    const field = input ? transition.inputs[name] : draft.fields[name]
    if (field === undefined) {
      reportProblem(
        nameLocation,
        'unknown-field',
        { entity: draft.name, name },
        hintFor(name, [...Object.keys(draft.fields), ...Object.keys(transition.inputs)]),
      )
      continue
    }
    if (formFields.has(name)) reportProblem(nameLocation, 'duplicate-entry', { name })
    // A caller who reaches all tenants has to choose the tenant of a new record, unless a reference decides it.
    const isTenant = field.system && !input && transition.creates && name === location.context.identity?.tenantEntity
    if (!isTenant) refuseUnasked(nameLocation, field)
    formFields.set(name, {
      field: name,
      input,
      readOnly: detail.readOnly === true,
      wide: detail.wide === true,
      required: detail.required ?? (detail.requiredWhen === undefined && (field.required || isTenant)),
      ...(detail.editOnlyFields !== undefined && {
        editOnlyFields: cellsAt(
          childLocation(entryLocation, 'editOnlyFields'),
          transition,
          field,
          detail.editOnlyFields,
        ),
      }),
      ...(detail.omitFields !== undefined && {
        omitFields: withoutAt(childLocation(entryLocation, 'omitFields'), field, detail),
      }),
    })
  }
  // Append the inputs that the form does not list.
  for (const [name, field] of Object.entries(transition.inputs))
    if (!formFields.has(name))
      formFields.set(name, { field: name, input: true, required: field.required, readOnly: false, wide: false })
  transition.form = [...formFields.values()]
}

/** Reports a field that the engine writes or computes. */
function refuseUnasked(location: ManifestLocation, { name, system, stored }: FieldDraft): void {
  if (system) reportProblem(location, 'system-field', { name, done: 'asked for' })
  else if (!stored)
    reportProblem(
      location,
      'computed-field',
      { name, done: 'asked for' },
      { hint: 'Leave it out: the form shows it by itself, below its fields, as soon as what it reads is filled in.' },
    )
}

/** The fields of existing lines that a form can edit. */
function cellsAt(
  location: ManifestLocation,
  transition: TransitionDraft,
  field: FieldDraft,
  cells: readonly string[],
): string[] {
  if (field.type !== 'lines')
    reportProblem(
      location,
      'ineffective-key',
      { key: 'editOnlyFields', where: `on a field of type ${field.type}` },
      { key: true },
    )
  else if (transition.creates)
    reportProblem(
      location,
      'ineffective-key',
      { key: 'editOnlyFields', where: 'on a transition that creates: there are no lines yet' },
      { key: true },
    )
  else checkCells(location, field, cells)
  return [...cells]
}

/** The fields of a line that a form omits. */
function withoutAt(
  location: ManifestLocation,
  field: FieldDraft,
  { editOnlyFields: cells, omitFields: without = [] }: language.FormFieldDetail,
): string[] {
  if (field.type !== 'lines')
    reportProblem(
      location,
      'ineffective-key',
      { key: 'omitFields', where: `on a field of type ${field.type}` },
      { key: true },
    )
  else if (cells !== undefined)
    reportProblem(
      location,
      'ineffective-key',
      { key: 'omitFields', where: 'beside `editOnlyFields`, which names all that is filled in' },
      { key: true },
    )
  else {
    checkCells(location, field, without)
    for (const [index, name] of indexed(without))
      if (field.fields?.[name]?.required === true)
        reportWrongField(childLocation(location, index), {
          name,
          expected: 'a field that need not be given',
          fits: fieldsInstead('', field.fields, ({ required, stored }) => !required && stored),
        })
  }
  return [...without]
}

// Warns of required fields that a form withholds from some who may run its transition.
// A form omits what its user may not read, and the server refuses the value as well as its absence.
import { locationOf, type CompileContext, type EntityDraft, type TransitionDraft } from '../context/compileContext'
import type { FormField } from '../model/transition'
import type { Warnings } from './warnings'

export function warnOfForms(context: CompileContext, warnings: Warnings, draft: EntityDraft): void {
  for (const transition of Object.values(draft.transitions))
    for (const [index, formField] of transition.form.entries()) {
      const { field: name, input, required, readOnly } = formField
      if (input || !required || readOnly || isFilled(draft, transition, formField)) continue
      if (isReadByAll(draft.fields[name]?.readPermissions, transition)) continue
      const location = locationOf(context, draft.file, 'transitions', transition.name, 'form', index)
      warnings.at(location, 'unfillable-field', { name })
    }
}

/** Administrators and the system read every field. */
const readers = new Set(['admin', 'system'])

function isReadByAll(readPermissions: readonly string[] | undefined, { permissions }: TransitionDraft): boolean {
  if (readPermissions === undefined || ['signed-in', 'public'].some((word) => readPermissions.includes(word)))
    return true
  return permissions.every(({ permission }) => readers.has(permission) || readPermissions.includes(permission))
}

/** Whether the field has a value without being entered: from a rule, or for an existing record since its creation. */
function isFilled(draft: EntityDraft, transition: TransitionDraft, formField: FormField): boolean {
  if (formField.default !== undefined || transition.set[formField.field]) return true
  if (transition.creates) return draft.fields[formField.field]?.default !== undefined
  return Object.values(draft.transitions).every((other) => !other.creates || isGivenBy(draft, other, formField.field))
}

function isGivenBy(draft: EntityDraft, transition: TransitionDraft, name: string): boolean {
  const formField = transition.form.find(({ field, input }) => !input && field === name)
  if (formField?.required && formField.visibleWhen === undefined) return true
  return formField === undefined && (transition.set[name] ?? draft.fields[name]?.default) != null
}

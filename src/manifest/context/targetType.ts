// The type that the rule of a field must return.
import type { FieldDraft, FieldValue, CompileContext } from './compileContext'
import { valueTypes } from '../expression/values/valueTypes'

/** The type that a rule must return to be a field's value. */
export function targetOf(context: CompileContext, field: FieldDraft): FieldValue {
  const codes = field.dictionary === undefined ? undefined : context.dictionaryCodes.get(field.dictionary)
  return {
    expected: valueTypes[field.type],
    target: {
      ...(codes !== undefined && { codes }),
      ...(field.type === 'ref' && field.entity !== undefined && { entity: field.entity }),
    },
  }
}

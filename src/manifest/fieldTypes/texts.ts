// Validates string, text, mobile and choice.
import {
  isEmpty,
  noValue,
  invalid,
  mobilePattern,
  unfitInLine,
  type CheckContext,
  type Checked,
  type CheckedField,
} from './definition'
import { fieldError } from './fieldErrors'
import { matchesPattern } from './pattern'

/** Maximum characters of a field that sets no limit. */
export const usualLength = { string: 200, text: 2000 } as const

const unfitInText = /[^\P{Cc}\n\t]|\p{Surrogate}/u

/** string: one line, trimmed. */
export function validateString(value: unknown, field: CheckedField, context: CheckContext): Checked {
  return field.localized
    ? localized(value, context.languages, (item) => plain(item, field, usualLength.string, unfitInLine))
    : plain(value, field, usualLength.string, unfitInLine)
}

/** text: several lines, trimmed, line ends as \n. */
export function validateText(value: unknown, field: CheckedField, context: CheckContext): Checked {
  const unified = (item: unknown) => (typeof item === 'string' ? item.replace(/\r\n?/g, '\n') : item)
  const validate = (item: unknown) => plain(unified(item), field, usualLength.text, unfitInText)
  return field.localized ? localized(value, context.languages, validate) : validate(value)
}

/** mobile: the eleven digits of a mainland number. */
export function validateMobile(value: unknown): Checked {
  if (isEmpty(value)) return noValue
  const text = typeof value === 'string' ? value.trim() : ''
  return mobilePattern.test(text) ? { value: text } : invalid(fieldError('mobile_invalid'))
}

/** choice: a code of the field's dictionary. */
export function validateChoice(value: unknown, field: CheckedField, context: CheckContext): Checked {
  if (isEmpty(value)) return noValue
  const codes = context.codes(field.dictionary ?? '')
  return typeof value === 'string' && codes?.includes(value) ? { value } : invalid(fieldError('option_invalid'))
}

function plain(value: unknown, field: CheckedField, usual: number, unfit: RegExp): Checked {
  if (isEmpty(value)) return noValue
  if (typeof value !== 'string') return invalid(fieldError('text_expected'))
  const limit = field.maxLength ?? usual
  const text = value.trim()
  // A code point is at most two units: a text longer than twice the limit need not be counted.
  if (text.length > limit * 2 || [...text].length > limit) return invalid(fieldError('text_too_long', { count: limit }))
  if (unfit.test(text)) return invalid(fieldError('characters_not_storable'))
  if (field.pattern !== undefined && !matchesPattern(field.pattern, text))
    return invalid(fieldError('text_format_invalid'))
  return { value: text }
}

/** A text for each language, in their order; one text alone stands for all, the first of several for empty ones. */
function localized(value: unknown, languages: readonly string[], validate: (item: unknown) => Checked): Checked {
  if (isEmpty(value) || (Array.isArray(value) && value.every(isEmpty))) return noValue
  const input: readonly unknown[] = Array.isArray(value) ? value : languages.map(() => value)
  if (input.length !== languages.length) return invalid(fieldError('translation_missing'))
  const checked = input.map(validate)
  const wrong = checked.find((item) => 'error' in item)
  if (wrong) return wrong
  const texts = checked.map((item) => ('value' in item ? item.value : null))
  return { value: texts.map((text) => text ?? texts.find((other) => other !== null)) }
}

// Which texts may be kept? The checks of string, text, mobile and choice.
import type { Field } from '../app'
import { isEmpty, nothing, refuse, unfitInLine, type CheckContext, type Checked, type CheckedField } from './definition'
import { compilePattern, type Pattern } from './pattern'

/** Most characters when the field does not say. */
export const usualLength = { string: 200, text: 2000 } as const

const unfitInText = /[^\P{Cc}\n\t]|\p{Surrogate}/u

/** string: one line, trimmed. */
export function checkString(value: unknown, field: CheckedField): Checked {
  return field.localized
    ? localized(value, field, usualLength.string, unfitInLine)
    : plain(value, field, usualLength.string, unfitInLine)
}

/** text: several lines, trimmed, line ends as \n. */
export function checkText(value: unknown, field: CheckedField): Checked {
  const unified = (one: unknown) => (typeof one === 'string' ? one.replace(/\r\n?/g, '\n') : one)
  if (field.localized)
    return localized(Array.isArray(value) ? value.map(unified) : unified(value), field, usualLength.text, unfitInText)
  return plain(unified(value), field, usualLength.text, unfitInText)
}

/** mobile: the eleven digits of a mainland number. */
export function checkMobile(value: unknown): Checked {
  if (isEmpty(value)) return nothing
  const text = typeof value === 'string' ? value.trim() : ''
  return /^1[3-9]\d{9}$/.test(text) ? { value: text } : refuse('请输入11位手机号', 'Enter a mobile number of 11 digits')
}

/** choice: a code of the field's dictionary. */
export function checkChoice(value: unknown, field: CheckedField, context: CheckContext): Checked {
  if (isEmpty(value)) return nothing
  const codes = context.codes(field.dictionary ?? '')
  return typeof value === 'string' && codes?.includes(value)
    ? { value }
    : refuse('请选择列表中的选项', 'Choose one of the options')
}

function plain(value: unknown, field: CheckedField, usual: number, unfit: RegExp): Checked {
  if (isEmpty(value)) return nothing
  if (typeof value !== 'string') return refuse('请输入文字', 'Enter a text')
  const most = field.length ?? usual
  const text = value.trim()
  // A code point is at most two units: whatever is longer need not be counted.
  if (text.length > most * 2 || [...text].length > most) return refuse(`最多${most}个字`, `At most ${most} characters`)
  if (unfit.test(text)) return refuse('含有无法保存的字符', 'Contains characters that cannot be kept')
  if (field.pattern !== undefined && !patternOf(field.pattern).test(text))
    return refuse('格式不正确', 'The format is not right')
  return { value: text }
}

/** [Chinese, English]; one text alone, or one of the two left empty, stands for both. */
function localized(value: unknown, field: CheckedField, usual: number, unfit: RegExp): Checked {
  if (isEmpty(value) || (Array.isArray(value) && value.every(isEmpty))) return nothing
  const given: readonly unknown[] = Array.isArray(value) ? value : [value, value]
  if (given.length !== 2) return refuse('请输入中英文两种文字', 'Enter the text in both languages')
  const checked = given.map((one) => plain(one, field, usual, unfit))
  const wrong = checked.find((one) => 'error' in one)
  if (wrong) return wrong
  const [chinese, english] = checked.map((one) => ('value' in one ? one.value : null))
  return { value: [chinese ?? english, english ?? chinese] }
}

const patterns = new Map<string, Pattern>()

function patternOf(source: Exclude<Field['pattern'], undefined>): Pattern {
  let pattern = patterns.get(source)
  if (!pattern) {
    const compiled = compilePattern(source)
    if ('problem' in compiled)
      throw new Error(`The pattern ${source} was not checked when its manifest was compiled: ${compiled.problem}`)
    patterns.set(source, (pattern = compiled))
  }
  return pattern
}

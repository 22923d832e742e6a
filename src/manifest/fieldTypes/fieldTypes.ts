// Table of the field types, one row each: a missing row does not compile.
// The other tables of types, in order: src/README.md, "A field type"; tests/walls/fieldTypes.test.ts guards them.
import { isPlainObject } from '../json/jsonText'
import type { Field, FieldType } from '../model/field'
import type { LocalizableText } from '../expression/message'
import {
  isEmpty,
  invalid,
  type CheckContext,
  type Checked,
  type CheckedField,
  type FieldTypeDefinition,
} from './definition'
import { fieldError } from './fieldErrors'
import { validateBoolean, validateDate, validateDatetime } from './dates'
import { validateDecimal, validateInt, validateMoney } from './numbers'
import { validateAddress, validateFiles, validateRef } from './references'
import { validateChoice, validateMobile, validateString, validateText } from './texts'

const textual = ['equals', 'contains', 'in', 'empty'] as const
const ordered = ['equals', 'in', 'between', 'empty'] as const
/** Of most types: a list can be sorted and searched by them. */
const listable = { sortable: true, searchable: true } as const

export const fieldTypes = {
  string: { ...listable, operators: textual, sheetWidth: 160, check: validateString },
  text: {
    ...listable,
    operators: textual,
    sheetWidth: 240,
    sortable: false,
    check: validateText,
  },
  int: { ...listable, operators: ordered, sheetWidth: 100, check: validateInt },
  money: {
    ...listable,
    operators: ordered,
    sheetWidth: 130,
    check: validateMoney,
  },
  decimal: {
    ...listable,
    operators: ordered,
    sheetWidth: 120,
    check: validateDecimal,
  },
  date: {
    ...listable,
    operators: ['equals', 'between', 'empty'],
    sheetWidth: 120,
    check: validateDate,
  },
  datetime: {
    ...listable,
    operators: ['equals', 'between', 'empty'],
    sheetWidth: 170,
    check: validateDatetime,
  },
  boolean: {
    ...listable,
    operators: ['equals', 'in', 'empty'],
    sheetWidth: 90,
    check: validateBoolean,
  },
  mobile: { ...listable, operators: textual, sheetWidth: 130, check: validateMobile },
  choice: {
    ...listable,
    operators: ['equals', 'in', 'empty'],
    sheetWidth: 120,
    check: validateChoice,
  },
  ref: {
    ...listable,
    operators: ['equals', 'in', 'contains', 'empty'],
    sheetWidth: 160,
    check: validateRef,
  },
  files: {
    ...listable,
    operators: ['empty'],
    sheetWidth: 120,
    sortable: false,
    searchable: false,
    check: validateFiles,
  },
  lines: {
    ...listable,
    operators: ['empty'],
    sheetWidth: 120,
    sortable: false,
    searchable: false,
    check: checkLines,
  },
  address: {
    ...listable,
    operators: ['contains', 'empty'],
    sheetWidth: 260,
    sortable: false,
    check: validateAddress,
  },
} as const satisfies Record<FieldType, FieldTypeDefinition>

/** Validates and normalizes one input value by its field's type. */
export function validateValue(value: unknown, field: CheckedField, context: CheckContext): Checked {
  const definition: FieldTypeDefinition = fieldTypes[field.type]
  return definition.check(value, field, context)
}

/** Maximum lines of a field that sets no limit. */
export const defaultMaxLines = 500

type Line = Readonly<Record<string, unknown>>

/**
 * lines: validates the fields of every line, the required ones included. Drops computed cells, refuses unknown ones.
 * Every resulting line has every stored field.
 */
function checkLines(value: unknown, field: CheckedField, context: CheckContext): Checked {
  if (value !== null && value !== undefined && !Array.isArray(value)) return invalid(fieldError('lines_invalid'))
  const lines: readonly unknown[] = value ?? []
  const limit = field.max ?? defaultMaxLines
  if (lines.length > limit) return invalid(fieldError('too_many_lines', { count: limit }))
  if (lines.length > 0 && field.min !== undefined && lines.length < field.min)
    return invalid(fieldError('too_few_lines', { count: field.min }))
  const errors: Record<string, LocalizableText> = {}
  const stored = lines.map((line, index) =>
    checkLine(line, field.fields ?? {}, context, (name, error) => (errors[`${index}.${name}`] = error)),
  )
  if (stored.includes(undefined)) return invalid(fieldError('lines_invalid'))
  if (field.uniqueBy) reportDuplicateLines(stored as readonly Line[], field.uniqueBy, errors)
  return Object.keys(errors).length === 0
    ? { value: stored }
    : { error: fieldError('lines_contain_errors'), fields: errors }
}

function reportDuplicateLines(
  lines: readonly Line[],
  names: readonly string[],
  errors: Record<string, LocalizableText>,
): void {
  const keys = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const key = JSON.stringify(names.map((name) => line[name] ?? null))
    if (keys.has(key)) errors[`${index}.${names[0]}`] ??= fieldError('line_duplicate')
    keys.add(key)
  }
}

/** undefined: not a line at all. */
function checkLine(
  line: unknown,
  fields: Readonly<Record<string, Field>>,
  context: CheckContext,
  report: (name: string, error: LocalizableText) => void,
): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(line) || Object.keys(line).some((name) => !Object.hasOwn(fields, name))) return undefined
  const stored: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    if (field.compute || field.aggregate) continue
    const input = line[field.name]
    const checked = validateValue(input, field, context)
    if ('value' in checked) stored[field.name] = checked.value
    if ('error' in checked) report(field.name, checked.error)
    else if (isEmpty(checked.value) && (field.required || context.lineRequired?.(field, line)))
      report(field.name, fieldError('required'))
  }
  return stored
}

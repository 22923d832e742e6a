// What are the field types? One row each: a name that nobody fills in does not compile.
import type { Field, FieldType, Text } from '../app'
import {
  isEmpty,
  isRecord,
  refuse,
  type CheckContext,
  type Checked,
  type CheckedField,
  type FieldTypeDefinition,
} from './definition'
import { checkBoolean, checkDate, checkDatetime } from './moments'
import { checkDecimal, checkInt, checkMoney } from './numbers'
import { checkAddress, checkFiles, checkRef } from './references'
import { checkChoice, checkMobile, checkString, checkText } from './texts'
import { valueTypes } from './valueTypes'

export type { CheckContext, Checked, CheckedField, FieldTypeDefinition } from './definition'
export { isEmpty } from './definition'

const textual = ['equals', 'contains', 'in', 'empty'] as const
const ordered = ['equals', 'in', 'between', 'empty'] as const
const shown = { align: 'left', sortable: true, searchable: true, column: true } as const

export const fieldTypes = {
  string: { ...shown, valueType: valueTypes.string, operators: textual, width: 160, check: checkString },
  text: { ...shown, valueType: valueTypes.text, operators: textual, width: 240, sortable: false, check: checkText },
  int: { ...shown, valueType: valueTypes.int, operators: ordered, width: 100, align: 'right', check: checkInt },
  money: { ...shown, valueType: valueTypes.money, operators: ordered, width: 130, align: 'right', check: checkMoney },
  decimal: {
    ...shown,
    valueType: valueTypes.decimal,
    operators: ordered,
    width: 120,
    align: 'right',
    check: checkDecimal,
  },
  date: {
    ...shown,
    valueType: valueTypes.date,
    operators: ['equals', 'between', 'empty'],
    width: 120,
    check: checkDate,
  },
  datetime: {
    ...shown,
    valueType: valueTypes.datetime,
    operators: ['equals', 'between', 'empty'],
    width: 170,
    check: checkDatetime,
  },
  boolean: {
    ...shown,
    valueType: valueTypes.boolean,
    operators: ['equals', 'in', 'empty'],
    width: 90,
    align: 'center',
    check: checkBoolean,
  },
  mobile: { ...shown, valueType: valueTypes.mobile, operators: textual, width: 130, check: checkMobile },
  choice: {
    ...shown,
    valueType: valueTypes.choice,
    operators: ['equals', 'in', 'empty'],
    width: 120,
    check: checkChoice,
  },
  ref: {
    ...shown,
    valueType: valueTypes.ref,
    operators: ['equals', 'in', 'contains', 'empty'],
    width: 160,
    check: checkRef,
  },
  files: {
    ...shown,
    valueType: valueTypes.files,
    operators: ['empty'],
    width: 120,
    sortable: false,
    searchable: false,
    check: checkFiles,
  },
  lines: {
    ...shown,
    valueType: valueTypes.lines,
    operators: ['empty'],
    width: 120,
    sortable: false,
    searchable: false,
    column: false,
    check: checkLines,
  },
  address: {
    ...shown,
    valueType: valueTypes.address,
    operators: ['contains', 'empty'],
    width: 260,
    sortable: false,
    check: checkAddress,
  },
} as const satisfies Record<FieldType, FieldTypeDefinition>

/** Checks and normalises one value from outside by its field's type. */
export function checkValue(value: unknown, field: CheckedField, context: CheckContext): Checked {
  const definition: FieldTypeDefinition = fieldTypes[field.type]
  return definition.check(value, field, context)
}

/** Lines of one field when it does not say how many. */
export const usualLines = 500

const needed: Text = ['必填', 'Required']
const alike: Text = ['与前面的行重复', 'The same as a line above']

type Line = Readonly<Record<string, unknown>>

/** lines: every line's fields, the required ones present. Computed cells are dropped, unknown ones refused. Every kept line has every kept field. */
function checkLines(value: unknown, field: CheckedField, context: CheckContext): Checked {
  if (value !== null && value !== undefined && !Array.isArray(value))
    return refuse('明细不正确', 'The lines are not right')
  const lines: readonly unknown[] = value ?? []
  const most = field.max ?? usualLines
  if (lines.length > most) return refuse(`最多${most}行`, `At most ${most} lines`)
  if (lines.length > 0 && field.min !== undefined && lines.length < field.min)
    return refuse(`至少${field.min}行`, `At least ${field.min} lines`)
  const errors: Record<string, Text> = {}
  const kept = lines.map((line, index) => checkLine(line, index, field.fields ?? {}, context, errors))
  if (kept.includes(undefined)) return refuse('明细不正确', 'The lines are not right')
  if (field.unique) tellAlike(kept as readonly Line[], field.unique, errors)
  return Object.keys(errors).length === 0
    ? { value: kept }
    : { error: ['请检查明细', 'Check the lines'], fields: errors }
}

function tellAlike(lines: readonly Line[], names: readonly string[], errors: Record<string, Text>): void {
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const key = JSON.stringify(names.map((name) => line[name] ?? null))
    if (seen.has(key)) errors[`${index}.${names[0]}`] ??= alike
    seen.add(key)
  }
}

/** undefined: no line at all. */
function checkLine(
  line: unknown,
  index: number,
  fields: Readonly<Record<string, Field>>,
  context: CheckContext,
  errors: Record<string, Text>,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(line) || Object.keys(line).some((name) => !Object.hasOwn(fields, name))) return undefined
  const kept: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    if (field.compute || field.aggregate) continue
    const given = line[field.name]
    const checked = checkValue(given, field, context)
    if ('value' in checked) kept[field.name] = checked.value
    if ('error' in checked) errors[`${index}.${field.name}`] = checked.error
    else if (isEmpty(checked.value) && (field.required || context.lineRequired?.(field, line)))
      errors[`${index}.${field.name}`] = needed
  }
  return kept
}

// Writes values as texts of cells and compares two texts by their meaning.
import { withoutZeros } from '../../../manifest/expression/values/decimal'
import { movePoint } from '../../../manifest/expression/values/decimalText'
import { isDayType, isNumberType } from '../../../manifest/expression/values/valueTypes'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { typesWith, type Field, type FieldType } from '../../../manifest/model/field'
import { cutText, untranslated, type Text } from '../../../manifest/model/text'
import type { LocalizableText } from '../../../manifest/expression/message'
import { validateDecimal, validateInt, validateMoney } from '../../../manifest/fieldTypes/numbers'
import { parseInput, type ParsedInput } from '../../../manifest/fieldTypes/parseInput'
import type { AddressValue, Value } from '../../../protocol/calls'
import { joined, phrase } from '../../context/phrases'
import { writtenParts, createCellWriter, type Cell } from '../../files/spreadsheets/cells'

/** The cell of a value; an address as one text and a moment to the minute, as they are read back. */
export function exchangeCell(app: App, entity: Entity, field: Field, language: string): (value: Value) => Cell {
  const { name, type, dictionary } = field
  if (type === 'address')
    return (value) => {
      const text = value === null || value === '' ? '' : writtenParts(value as AddressValue).join('')
      return text === '' ? null : { kind: 'text', text }
    }
  const write = createCellWriter(app, entity, { field: name, type, dictionary }, language)
  return (value) => {
    const cell = write(value)
    if (!cell) return null
    if (cell.kind === 'moment') return { kind: 'text', text: cell.text.slice(0, 16) }
    return { ...cell, text: cell.text.trim() }
  }
}

/** Types whose long digits a spreadsheet shortens. */
const shortenedTypes = typesWith(['string', 'mobile', 'int', 'money', 'decimal'], {
  without: ['text', 'date', 'datetime', 'boolean', 'choice', 'ref', 'files', 'lines', 'address'],
})
const shortened = /^[+-]?\d+(\.\d+)?e\+?\d+$/i

/** The value of a text, the words of a reference to look up, or the refusal of the text. */
export function readExchangeCell(
  app: App,
  field: Field,
  text: string,
): NonNullable<ParsedInput> | { readonly wrong: LocalizableText } {
  if (shortened.test(text) && shortenedTypes.has(field.type))
    return {
      wrong: phrase('import_number_shortened', { text: quotable(text) }),
    }
  const read = parseInput(text, field, app.dictionaries, app.product.timezone)
  return read ?? { wrong: expected(app, field, quotable(text)) }
}

const maxQuoted = 60
/** A text shortened for quoting: a cell may hold thousands of characters. */
export const quotable = (text: string): string => cutText(text, maxQuoted)

const maxChoices = 8

const exampleAddress = '浙江省杭州市西湖区文三路1号'
/** An example of each type; undefined for numbers, free text, or where the choices serve as example. */
const exampleTexts: Readonly<Record<FieldType, LocalizableText | undefined>> = {
  date: untranslated('2026-03-01'),
  datetime: untranslated('2026-03-01 09:30'),
  boolean: joined('choices', [phrase('yes_cell'), phrase('no_cell')]),
  address: untranslated(exampleAddress),
  int: undefined,
  money: undefined,
  decimal: undefined,
  string: undefined,
  text: undefined,
  mobile: untranslated('13800138000'),
  choice: undefined,
  ref: undefined,
  files: undefined,
  lines: undefined,
}

/** How an example of each type of number is found: the first of these that the field accepts. */
const numberExamples = {
  int: { validate: validateInt, usual: ['123', '50', '10', '5', '1'], shares: ['50', '10', '1'], points: 0 },
  money: { validate: validateMoney, usual: ['1234.50', '100', '10', '1'], shares: [], points: 0 },
  decimal: {
    validate: validateDecimal,
    usual: ['12.5', '10', '5', '1', '0.5', '0.1', '0.01'],
    shares: ['0.5', '0.1', '0.01'],
    points: 2,
  },
} as const

/** Types whose example is written in a cell as it is. */
const plainTypes = typesWith(['string', 'text', 'mobile', 'date', 'datetime'], {
  without: ['int', 'money', 'decimal', 'boolean', 'choice', 'ref', 'files', 'lines', 'address'],
})

/** An example that a cell of the field accepts: its declared one, a constant default, or one of its type. */
export function exampleText(field: Field): LocalizableText | undefined {
  const { type, example, default: rule } = field
  const declared = example ?? (rule?.node.kind === 'literal' ? rule.node.value : undefined)
  if (isNumberType(type)) return numberExample(field, type, declared)
  return typeof declared === 'string' && plainTypes.has(type) ? untranslated(declared) : exampleTexts[type]
}

/** As a cell shows it. */
function numberExample(field: Field, type: keyof typeof numberExamples, declared: unknown): Text | undefined {
  const { validate, usual, shares, points } = numberExamples[type]
  const isPercentage = field.format === 'percent'
  for (const value of [declared, ...(isPercentage ? shares : usual), field.min, field.max]) {
    const checked = validate(value, field)
    if (!('value' in checked) || checked.value === null) continue
    const text = typeof value === 'string' ? value : withoutZeros(String(checked.value))
    return untranslated(isPercentage ? `${points ? movePoint(text, points) : text}%` : text)
  }
  return undefined
}

/** With the year last or of two digits, the order of day and month is ambiguous. */
const ambiguousDay = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{1,4}(\s|$)/
/** Days since 1900 or 1904: only a cell formatted as a date shows which. */
const serialDay = /^\d{1,5}(\.\d+)?$/

/** What a cell of this field accepts; undefined for free text and names of records. */
export function takenText(app: Pick<App, 'dictionaries'>, field: Field): LocalizableText | undefined {
  return field.type === 'choice' ? someChoices(app, field) : exampleText(field)
}

function expected(app: App, field: Field, text: string): LocalizableText {
  const example = takenText(app, field)
  if (example && isDayType(field.type)) {
    if (ambiguousDay.test(text)) return phrase('import_date_ambiguous', { text, example })
    if (serialDay.test(text)) return phrase('import_date_number', { text, example })
  }
  return example ? phrase('import_text_expected', { text, example }) : phrase('import_text_unknown', { text })
}

function someChoices(app: Pick<App, 'dictionaries'>, field: Field): LocalizableText {
  const choices = app.dictionaries[field.dictionary ?? '']?.items.filter(({ retired }) => !retired) ?? []
  const some = choices.slice(0, maxChoices).map(({ title }) => title)
  if (some.length === 0) return untranslated('')
  const listed = joined('choices', some)
  return choices.length > maxChoices ? phrase('and_more', { listed }) : listed
}

/** Whether two texts of a column mean the same. */
export function isSameText(app: App, field: Field, first: string, second: string): boolean {
  return first === second || meaning(app, field, first) === meaning(app, field, second)
}

function meaning(app: App, field: Field, text: string): string {
  const read = readExchangeCell(app, field, text)
  if (!('value' in read)) return `text ${text}`
  const isNumber = isNumberType(field.type) && read.value !== null
  return `value ${isNumber ? withoutZeros(String(read.value)) : JSON.stringify(read.value)}`
}

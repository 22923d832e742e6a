// How does a cell of a line read while nobody is in it, and how wide is its column?
import type { Dictionary, Field } from '../../../manifest/app'
import type { Value } from '../../../protocol/calls'
import type { Format } from '../../../runtime/format'
import type { Words } from '../../../runtime/text'
import { textWidth } from '../../blocks/list/listColumns'
import { textOfValue } from '../../values/value'

/** The value of a field as plain text; empty where there is none. */
export function cellText(
  value: unknown,
  field: Field,
  dictionaries: Readonly<Record<string, Dictionary>>,
  words: Words,
  format: Format,
): string {
  return textOfValue(
    { field: field.name, type: field.type, dictionary: field.dictionary, format: field.format },
    value as Value,
    { entities: {}, dictionaries, words, format },
  )
}

const columnWidths = {
  string: 144,
  text: 190,
  int: 84,
  money: 108,
  decimal: 90,
  date: 122,
  datetime: 156,
  boolean: 60,
  mobile: 126,
  choice: 108,
  ref: 170,
  files: 124,
  lines: 96,
  address: 210,
} as const satisfies Record<Field['type'], number>
/** Where there are many, what is short by its nature gives room. */
const tightWidths: Partial<Record<Field['type'], number>> = { string: 76, int: 60, money: 80, decimal: 70, choice: 72 }
const many = 12

/** Pixels of a column of a table of lines: what its type takes, and enough for its title on two lines. */
export const columnWidth = ({ type, title, required }: Field, columns: readonly Field[]): number =>
  Math.max(
    (columns.length > many ? tightWidths[type] : undefined) ?? columnWidths[type],
    ...title.map((text) => headWidth(text) + (required ? 12 : 0)),
  )

/** A Latin title is broken between its words, a Chinese one anywhere: where the longer of both lines is the shortest. */
function headWidth(title: string): number {
  const parts = /[^\u0000-\u02ff]/.test(title) ? [...title] : title.split(/(?<=[ -])/)
  const broken = parts.map((_, at) =>
    Math.max(
      textWidth(
        parts
          .slice(0, at + 1)
          .join('')
          .trim(),
      ),
      textWidth(parts.slice(at + 1).join('')),
    ),
  )
  return Math.ceil(Math.min(...broken)) + 18
}

/** Pixels of a whole table of lines, its number and tools included. */
export const tableWidth = (columns: readonly Field[]): number =>
  columns.reduce((sum, column) => sum + columnWidth(column, columns), countWidth + toolsWidth)
export const countWidth = 36
export const toolsWidth = 62

export const isNumber = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'int' || type === 'money' || type === 'decimal'

// Text of an inactive cell of a line, and the width of its column.
import type { Field } from '../../../manifest/model/field'
import type { Value } from '../../../protocol/calls'
import type { RenderContext } from '../../values/renderContext'
import { textWidth } from '../../values/textWidth'
import { textOfValue } from '../../values/renderValue'

/** The value of a field as plain text; empty where there is none. */
export function cellText(
  value: unknown,
  field: Field,
  context: Pick<RenderContext, 'dictionaries' | 'words' | 'format'>,
): string {
  return textOfValue(
    { field: field.name, type: field.type, dictionary: field.dictionary, format: field.format },
    value as Value,
    { entities: {}, canOpen: () => false, ...context },
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
/** With many columns, types with short values give up some width. */
const tightWidths: Partial<Record<Field['type'], number>> = { string: 76, int: 60, money: 80, decimal: 70, choice: 72 }
const many = 12

/** The longest title, in pixels, that fits on one line: five Chinese characters. */
const shortTitle = 66

type PickText = RenderContext['words']['pick']

/** Pixels of a column of a table of lines: the width of its type, and enough for its title, a long one on two lines. */
export const columnWidth = ({ type, title, required }: Field, columns: readonly Field[], pick: PickText): number =>
  Math.max(
    (columns.length > many ? tightWidths[type] : undefined) ?? columnWidths[type],
    headWidth(pick(title)) + (required ? 12 : 0),
  )

/** Breaks a Latin title between words, a Chinese one anywhere: where the longer of both lines is shortest. */
function headWidth(title: string): number {
  const parts = /[^\u0000-\u02ff]/.test(title) ? [...title] : title.split(/(?<=[ -])/)
  const broken = parts.map((_, index) =>
    Math.max(
      textWidth(
        parts
          .slice(0, index + 1)
          .join('')
          .trim(),
      ),
      textWidth(parts.slice(index + 1).join('')),
    ),
  )
  const whole = textWidth(title)
  return Math.ceil(whole <= shortTitle ? whole : Math.min(...broken)) + 18
}

/** Pixels of a whole table of lines, with the columns of line numbers and tools. */
export const tableWidth = (columns: readonly Field[], pick: PickText): number =>
  columns.reduce((sum, column) => sum + columnWidth(column, columns, pick), countWidth + toolsWidth)
export const countWidth = 36
/** Two buttons with room around them. */
export const toolsWidth = 68

export const isNumber = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'int' || type === 'money' || type === 'decimal'

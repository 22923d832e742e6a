// Text of an inactive cell of a line, and the width of its column.
import type { Field } from '../../../manifest/model/field'
import type { Value } from '../../../protocol/calls'
import type { RenderContext } from '../../values/renderContext'
import { textWidth } from '../../values/textWidth'
import { textOfValue } from '../../values/renderValue'

/** The value of a field as plain text; empty where there is none. */
export function fieldText(
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

/** Pixels. With many columns, types with short values give up some width. */
const columnWidths: Readonly<Record<Field['type'], { readonly usual: number; readonly tight?: number }>> = {
  string: { usual: 144, tight: 76 },
  text: { usual: 190 },
  int: { usual: 84, tight: 60 },
  money: { usual: 108, tight: 80 },
  decimal: { usual: 90, tight: 70 },
  date: { usual: 122 },
  datetime: { usual: 156 },
  boolean: { usual: 60 },
  mobile: { usual: 126 },
  choice: { usual: 108, tight: 72 },
  ref: { usual: 170 },
  files: { usual: 124 },
  lines: { usual: 96 },
  address: { usual: 210 },
}
const many = 12

/** The longest title, in pixels, that fits on one line: five Chinese characters. */
const shortTitle = 66

type PickText = RenderContext['words']['pick']

/** Pixels of a column of a table of lines: the width of its type, and enough for its title, a long one on two lines. */
export const columnWidth = ({ type, title, required }: Field, columns: readonly Field[], pick: PickText): number =>
  Math.max(
    (columns.length > many ? columnWidths[type].tight : undefined) ?? columnWidths[type].usual,
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

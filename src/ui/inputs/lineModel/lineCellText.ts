// Text of an inactive cell of a line, and the width of its column.
import type { Field } from '../../../manifest/model/field'
import type { Value } from '../../../protocol/calls'
import type { RenderContext } from '../../values/renderContext'
import { textWidth } from '../../values/textWidth'
import { typeWidths } from '../../values/typeWidths'
import { textOfValue } from '../../values/renderValue'

/** The value of a field as plain text; empty where there is none. */
export function fieldText(
  value: unknown,
  field: Field,
  context: Pick<RenderContext, 'dictionaries' | 'translator' | 'format'>,
): string {
  return textOfValue(
    { field: field.name, type: field.type, dictionary: field.dictionary, format: field.format },
    value as Value,
    { entities: {}, canOpen: () => false, ...context },
  )
}

/** Number of columns from which types with short values are narrower. */
const maxWideColumns = 12

/** Maximum width of a one-line title in pixels: five Chinese characters. */
const maxShortTitlePixels = 66

type PickText = RenderContext['translator']['pick']

/**
 * Pixels of a column of a table of lines: the width of its type, and at least that of its title, on two lines if long.
 */
export function columnWidth({ type, title, ...field }: Field, columns: readonly Field[], pick: PickText): number {
  const mark = field.required || field.requiredWhen ? 12 : 0
  return Math.max(
    (columns.length > maxWideColumns ? typeWidths[type].tightInput : undefined) ?? typeWidths[type].input,
    headWidth(pick(title)) + mark,
  )
}

/** Breaks a Latin title between words, a Chinese one anywhere, so that the longer line is as short as possible. */
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
  const unbroken = textWidth(title)
  return Math.ceil(unbroken <= maxShortTitlePixels ? unbroken : Math.min(...broken)) + 18
}

/** Pixels of a whole table of lines, with the columns of line numbers and tools. */
export const tableWidth = (columns: readonly Field[], pick: PickText): number =>
  columns.reduce((sum, column) => sum + columnWidth(column, columns, pick), countPixels + toolsPixels)
export const countPixels = 36
/** The width of two buttons with padding. */
export const toolsPixels = 68

// Widths of the field types on the screen in pixels, one row per type.
// Sheets and documents have their own (`sheetWidth` of manifest/fieldTypes), since they shorten nothing.
import type { FieldType } from '../../manifest/model/field'

interface TypeWidths {
  /** A column of a list before its content has loaded. */
  readonly usual: number
  /** Maximum of a column fitted to its content; absent: it is not fitted. */
  readonly widest?: number
  /** Minimum of a column with ellipsis in a narrow table; absent: it keeps its width. */
  readonly least?: number
  /** Takes the remaining room unless the user has set a width. */
  readonly grows?: true
  /** An input in a table of lines. */
  readonly input: number
  /** The same in a table of many columns; absent: it keeps its width. */
  readonly tightInput?: number
}

export const maxChoicePixels = 200

export const typeWidths: Readonly<Record<FieldType, TypeWidths>> = {
  string: { usual: 132, widest: 260, least: 170, grows: true, input: 144, tightInput: 76 },
  text: { usual: 220, widest: 280, least: 150, grows: true, input: 190 },
  int: { usual: 92, widest: 120, input: 84, tightInput: 60 },
  money: { usual: 124, widest: 160, input: 108, tightInput: 80 },
  decimal: { usual: 104, widest: 130, input: 90, tightInput: 70 },
  date: { usual: 106, input: 122 },
  datetime: { usual: 142, input: 156 },
  boolean: { usual: 76, input: 60 },
  mobile: { usual: 110, input: 126 },
  choice: { usual: 88, widest: maxChoicePixels, input: 108, tightInput: 72 },
  ref: { usual: 132, widest: 240, least: 140, grows: true, input: 170 },
  files: { usual: 132, least: 96, input: 124 },
  lines: { usual: 88, widest: 260, least: 110, input: 96 },
  address: { usual: 220, widest: 280, least: 160, grows: true, input: 210 },
}

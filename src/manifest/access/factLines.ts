// Formats facts as aligned lines for a terminal; a Chinese character is two columns wide.
import { firstItem } from '../expression/values/present'
import type { Text } from '../model/text'

/** Maximum width of a line; longer cells wrap below their beginning. */
const maxLineColumns = 120
/** Maximum width of a cell that is neither the first nor the last of its row. */
const maxCellColumns = 36

export function factLine(name: string, value: string): string {
  return rowLines([name, value], [20, maxLineColumns - 21], ' ').join('\n')
}

/** A titled table of rows; empty without rows. */
export function factTable(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const widths = firstItem(rows).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  const last = widths.length - 1
  const isWide = widths.reduce((sum, width) => sum + width + 2, 0) > maxLineColumns
  if (isWide) {
    for (let column = 1; column < last; column += 1) widths[column] = Math.min(widths[column]!, maxCellColumns)
    const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 2)
    widths[last] = Math.max(maxLineColumns - before, maxCellColumns)
  }
  return ['', title, ...rows.flatMap((row) => rowLines(['', ...row], [0, ...widths], '  '))]
}

/** A row with its cells side by side, each wrapped at blanks to the width of its column. */
function rowLines(cells: readonly string[], widths: readonly number[], gap: string): string[] {
  const broken = cells.map((cell, column) => brokenAt(cell, widths[column] ?? maxLineColumns))
  const height = Math.max(...broken.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    broken
      .map((lines, column) => padded(lines[line] ?? '', widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

function brokenAt(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const before = lines.at(-1)
    if (before === undefined || widthOf(before) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${before} ${word}`
  }
  return lines
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(width - widthOf(cell), 0))
}

/** The text in all languages of the product, for readers whose language is unknown, such as those of a terminal. */
export function eachLanguage(text: Text): string {
  return Object.values(text).join(' / ')
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0)
}

/** JSON with sorted keys. */
export function keysInOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keysInOrder).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value as Readonly<Record<string, unknown>>)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => `${key}: ${keysInOrder(held)}`)
  return `{ ${pairs.join(', ')} }`
}

/** A sorted copy, by code units and not by locale, so that a file of facts is the same on every machine. */
export function sorted<T>(items: Iterable<T>, by: (item: T) => string): T[] {
  return [...items].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0))
}

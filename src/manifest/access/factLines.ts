// Lines of facts in words, aligned for a terminal: a Chinese character is two columns wide.
import type { Text } from '../model/text'

export function factLine(name: string, value: string): string {
  return `${name.padEnd(20)} ${value}`
}

/** A titled table of rows; nothing without rows. */
export function factTable(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  const padded = (cell: string, column: number) => cell + ' '.repeat(widths[column]! - widthOf(cell))
  return ['', title, ...rows.map((row) => `  ${row.map(padded).join('  ').trimEnd()}`)]
}

export function eachLanguage(text: Text): string {
  return Object.values(text).join(' / ')
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0)
}

// Writes a list as CSV: RFC 4180 in UTF-8 with a byte order mark, which Excel needs.
// No cell can be interpreted as a formula.
import type { Cell } from './cells'

export const csvType = 'text/csv; charset=utf-8'

const lineEnd = '\r\n'

/** The file in chunks; any number of rows. */
export async function* csvFile(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, undefined> {
  yield `\uFEFF${head.map(textCell).join(',')}${lineEnd}`
  for await (const rows of batches) yield rows.map((row) => row.map(csvCell).join(',') + lineEnd).join('')
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  return cell.kind === 'text' ? textCell(cell.text) : cell.text
}

function textCell(text: string): string {
  const harmless = escapeFormula(text)
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// Programs recognize a formula by its first characters, some after blanks and in full-width signs as well; a quote
// before it makes it text.
const formula = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** Escapes a text that a program would run; a number written as text stays readable. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

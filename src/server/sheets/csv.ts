// What is a list as CSV? UTF-8 with its mark, so that Excel knows it; RFC 4180; and no cell that a program would run as a formula.
import type { Cell } from './cells'

export const csvType = 'text/csv; charset=utf-8'

const lineEnd = '\r\n'

/** The file piece by piece; any number of rows. */
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
  const harmless = defused(text)
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// Programs take a cell for a formula by how it begins, some after blanks and in full-width signs as well; the quote before it makes it a text.
const formula = /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** A text that no program will run; a number written as a text stays readable. */
export function defused(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

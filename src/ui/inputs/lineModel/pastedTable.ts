// Parses cells pasted from a spreadsheet.
// Tabs separate, quoted cells may hold line breaks, a doubled quote is a quote.

/** Rows of trimmed cells; null for a single line without a tab, which is pasted as plain text. */
export function pastedTable(text: string): string[][] | null {
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (!source.includes('\t') && !source.includes('\n')) return null
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let position = 0; position < source.length; position++) {
    const mark = source[position]
    if (quoted) {
      if (mark !== '"') cell += mark
      else if (source[position + 1] === '"') {
        cell += '"'
        position++
      } else quoted = false
    } else if (mark === '"' && cell === '') quoted = true
    else if (mark === '\t') {
      row.push(cell.trim())
      cell = ''
    } else if (mark === '\n') {
      row.push(cell.trim())
      rows.push(row)
      row = []
      cell = ''
    } else cell += mark
  }
  row.push(cell.trim())
  rows.push(row)
  return rows.filter((cells) => cells.some((value) => value !== ''))
}

// Which cells does a file hold? CSV in UTF-8 or the Chinese encoding of spreadsheets, or the first sheet of a workbook, as trimmed texts by row.

/** Bytes of a file that is still read as a whole. */
export const mostBytes = 10 * 1024 * 1024

/**
 * @throws Error for a file that is no table
 */
export async function readTable(name: string, bytes: ArrayBuffer): Promise<string[][]> {
  const rows = /\.xlsx$/i.test(name) ? await workbook(bytes) : await separated(bytes)
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

async function workbook(bytes: ArrayBuffer): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(bytes)
  return rows.map((cells) => cells.map((cell) => (cell === null || cell === undefined ? '' : cell instanceof Date ? dayOf(cell) : String(cell).trim())))
}

/** A sheet's days and moments carry no zone; they are read as they are written there. */
function dayOf(date: Date): string {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

async function separated(bytes: ArrayBuffer): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  const { data } = papa.parse<string[]>(textOf(bytes), { skipEmptyLines: 'greedy' })
  return data.map((cells) => cells.map((cell) => cell.trim()))
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What a Chinese spreadsheet saves as CSV without being asked.
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  }
}

// Reads the cells of a table file as trimmed texts by row.
// CSV in UTF-8 or the Chinese encoding of spreadsheets, or the first sheet of a workbook.

/** Maximum bytes of a file that is read as a whole. */
export const maxBytes = 10 * 1024 * 1024

/**
 * @param limit maximum unpacked bytes of a workbook
 * @throws RangeError for a workbook that unpacks to more, Error for a file that is no table
 */
export async function readTable(name: string, bytes: ArrayBuffer, limit = mostUnfolded): Promise<string[][]> {
  const rows = /\.xlsx$/i.test(name) ? await workbook(bytes, limit) : await separated(bytes)
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

/** Maximum unpacked bytes of a workbook. */
const mostUnfolded = 100 * 1024 * 1024

async function workbook(bytes: ArrayBuffer, limit: number): Promise<string[][]> {
  if (unfolded(new DataView(bytes)) > limit) throw new RangeError('The workbook unfolds to too much.')
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(bytes)
  return rows.map((cells) => cells.map(sheetText))
}

/** The rows of a table with their numbers in the file; `hidden`: the sheet of that name, where the workbook has one. */
export interface NumberedTable {
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[]
  readonly hidden?: readonly (readonly string[])[]
}

/**
 * The first sheet of a file with the numbers of its rows, and a further sheet by its name.
 * @throws as readTable
 */
export async function readNumberedTable(
  name: string,
  bytes: ArrayBuffer,
  limit: number,
  hiddenName: string,
): Promise<NumberedTable> {
  if (!/\.xlsx$/i.test(name)) return { rows: numbered(await separated(bytes, false)) }
  if (unfolded(new DataView(bytes)) > limit) throw new RangeError('The workbook unfolds to too much.')
  const { default: readWorkbook } = await import('read-excel-file/universal')
  // A number stays the text that the file holds: fifteen digits and more are not rounded.
  const sheets = await readWorkbook<string>(bytes, { parseNumber: plainDigits })
  const hidden = sheets.find(({ sheet }) => sheet === hiddenName)
  const first = sheets.find(({ sheet }) => !sheet.startsWith('_'))
  return {
    rows: numbered((first?.data ?? []).map((cells) => cells.map(sheetText))),
    ...(hidden && { hidden: hidden.data.map((cells) => cells.map(sheetText)) }),
  }
}

const numbered = (rows: readonly (readonly string[])[]) =>
  rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

const plainDigits = (text: string): string => (/e/i.test(text) ? String(Number(text)) : text)

const sheetText = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? dayOf(cell) : String(cell).trim()

/** Sum of the sizes that the archive declares; a part that declares too little is truncated when it is read. */
function unfolded(archive: DataView): number {
  const [entry, end] = [0x02014b50, 0x06054b50]
  let position = archive.byteLength - 22
  while (position >= 0 && archive.getUint32(position, true) !== end) position -= 1
  if (position < 0) return 0
  let sum = 0
  let count = archive.getUint16(position + 10, true)
  for (
    position = archive.getUint32(position + 16, true);
    count > 0 && position + 46 <= archive.byteLength && archive.getUint32(position, true) === entry;
    count -= 1
  ) {
    sum += archive.getUint32(position + 24, true)
    position +=
      46 +
      archive.getUint16(position + 28, true) +
      archive.getUint16(position + 30, true) +
      archive.getUint16(position + 32, true)
  }
  return sum
}

/** Days and moments of a sheet carry no zone: take them as written. */
function dayOf(date: Date): string {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

async function separated(bytes: ArrayBuffer, skipEmpty = true): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  const { data } = papa.parse<string[]>(textOf(bytes), { skipEmptyLines: skipEmpty && 'greedy' })
  return data.map((cells) => cells.map((cell) => cell.trim()))
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Chinese spreadsheets save CSV in this encoding by default.
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  }
}

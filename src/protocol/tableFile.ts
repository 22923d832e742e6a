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

/** Bytes that a workbook may unfold to. */
const mostUnfolded = 100 * 1024 * 1024

async function workbook(bytes: ArrayBuffer): Promise<string[][]> {
  if (unfolded(new DataView(bytes)) > mostUnfolded) throw new RangeError('The workbook unfolds to too much.')
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(bytes)
  return rows.map((cells) =>
    cells.map((cell) =>
      cell === null || cell === undefined ? '' : cell instanceof Date ? dayOf(cell) : String(cell).trim(),
    ),
  )
}

/** What the parts of an archive say that they unfold to; one that says too little is cut off there when it is read. */
function unfolded(archive: DataView): number {
  const [entry, end] = [0x02014b50, 0x06054b50]
  let at = archive.byteLength - 22
  while (at >= 0 && archive.getUint32(at, true) !== end) at -= 1
  if (at < 0) return 0
  let sum = 0
  let count = archive.getUint16(at + 10, true)
  for (
    at = archive.getUint32(at + 16, true);
    count > 0 && at + 46 <= archive.byteLength && archive.getUint32(at, true) === entry;
    count -= 1
  ) {
    sum += archive.getUint32(at + 24, true)
    at += 46 + archive.getUint16(at + 28, true) + archive.getUint16(at + 30, true) + archive.getUint16(at + 32, true)
  }
  return sum
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

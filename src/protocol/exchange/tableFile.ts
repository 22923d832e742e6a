// Reads the cells of a table file as trimmed texts by row.
// CSV in UTF-8 or the Chinese encoding of spreadsheets, or the first sheet of a workbook.
import { refuseExcessive, type WorkbookBounds } from './workbookBounds'

/** Maximum bytes of a file that is read as a whole. */
export const maxBytes = 10 * 1024 * 1024
/** Maximum records of a list in one exported or imported file. */
export const maxRecords = 10_000

/** By the name of its file; any other is read as CSV. */
export const isWorkbook = (name: string): boolean => /\.xlsx$/i.test(name)

/** @throws RangeError for a workbook beyond the bounds, Error for a file that is no table */
export async function readTable(name: string, bytes: ArrayBuffer, bounds = defaultBounds): Promise<TableRow[]> {
  return numberedRows(isWorkbook(name) ? await workbook(bytes, bounds) : await separated(bytes))
}

const defaultBounds: WorkbookBounds = { unpackedBytes: 100 * 1024 * 1024, rows: 50_000, cells: 2_000_000 }

async function workbook(bytes: ArrayBuffer, bounds: WorkbookBounds): Promise<string[][]> {
  await refuseExcessive(bytes, bounds)
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(bytes)
  return rows.map((cells) => cells.map(sheetText))
}

/** A row with its number in the file. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly string[]
  /** By position: the cell into which this one is merged, such as A2. */
  readonly merged?: Readonly<Record<number, string>>
}

/** `hidden`: the sheet of that name, if the workbook has one. */
export interface NumberedTable {
  readonly rows: readonly TableRow[]
  readonly hidden?: readonly (readonly string[])[]
  /** What the sheet hides: the headings of columns, and a number of rows. */
  readonly concealed?: { readonly columns: readonly string[]; readonly rows: number }
  /** Positions of columns that have cells below an empty heading. */
  readonly unnamed?: readonly number[]
}

/** Whether a sheet of this name holds the rows of its file. */
export const isDataSheet = (name: string): boolean => !name.startsWith('_')

/**
 * The first sheet of a file with the numbers of its rows, and a further sheet by its name.
 * @throws as readTable
 */
export async function readNumberedTable(
  name: string,
  bytes: ArrayBuffer,
  bounds: WorkbookBounds,
  hiddenName?: string,
): Promise<NumberedTable> {
  if (!isWorkbook(name)) return { rows: numberedRows(await separated(bytes)) }
  await refuseExcessive(bytes, bounds)
  const { default: readWorkbook } = await import('read-excel-file/universal')
  // A whole number keeps the file's text, so that fifteen digits and more are not rounded.
  const sheets = await readWorkbook<string>(bytes, { parseNumber: plainDigits })
  const hidden = sheets.find(({ sheet }) => sheet === hiddenName)
  const first = sheets.find(({ sheet }) => isDataSheet(sheet))
  return {
    rows: numberedRows((first?.data ?? []).map((cells) => cells.map(sheetText))),
    ...(hidden && { hidden: hidden.data.map((cells) => cells.map(sheetText)) }),
  }
}

/** The rows that have a text, with the numbers that a spreadsheet program shows beside them. */
export const numberedRows = (rows: readonly (readonly string[])[]): TableRow[] =>
  rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))

/** Spreadsheet programs write a fraction with the digits of the nearest binary number: 19.989999999999998 for 19.99. */
const plainDigits = (text: string): string =>
  /e/i.test(text) || (text.includes('.') && text.replace(/\D/g, '').length > maxDigits) ? String(Number(text)) : text

/** Digits that such a program keeps of a number that is entered. */
const maxDigits = 15

const sheetText = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? dayOf(cell) : cellText(String(cell))

/** Without what no text can hold: NULs, with which some programs fill up a cell, and halves of characters. */
const cellText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '').trim()

/** Days and moments of a sheet carry no zone: take them as written. */
function dayOf(date: Date): string {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

async function separated(bytes: ArrayBuffer): Promise<string[][]> {
  const { default: papa } = await import('papaparse')
  const { data } = papa.parse<string[]>(textOf(bytes))
  return data.map((cells) => cells.map(cellText))
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Chinese spreadsheets save CSV in this encoding by default.
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  }
}

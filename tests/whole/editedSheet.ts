// Reads an exported sheet and edits its cells. Not a test itself.
import readWorkbook from 'read-excel-file/universal'
import { hiddenSheet } from '../../src/server/files/spreadsheets/exchangeBook'
import { columnName, escaped } from '../../src/server/files/spreadsheets/xlsx'
import { editedBook } from './editedBook'

export interface ExportedSheet {
  readonly bytes: Buffer
  /** The fields of its columns, locked ones included. */
  readonly names: readonly string[]
  /** By the number of the record: its texts by field, in the order of the rows. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<string, string>>
  readonly versions: ReadonlyMap<number, string>
}

/** New texts by the number of the record and the field. */
export type CellEdits = ReadonlyMap<number, ReadonlyMap<string, string>>

export async function readSheet(bytes: Buffer): Promise<ExportedSheet> {
  const sheets = await readWorkbook(new Uint8Array(bytes).buffer)
  const [, head, ...body] = sheets.find(({ sheet }) => sheet === hiddenSheet)!.data
  const names = head!.slice(2).map(String)
  return {
    bytes,
    names,
    rows: new Map(
      body.map((row) => [Number(row[0]), new Map(names.map((name, at) => [name, String(row[at + 2] ?? '')]))]),
    ),
    versions: new Map(body.map((row) => [Number(row[0]), String(row[1])])),
  }
}

/** The first sheet as a spreadsheet saves it as CSV: without what the hidden sheet keeps. */
export async function asCsv(bytes: Buffer): Promise<string> {
  const [sheet] = await readWorkbook(new Uint8Array(bytes).buffer)
  const quoted = (cell: unknown) =>
    `"${(cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')).replaceAll('"', '""')}"`
  return sheet!.data.map((row) => row.map(quoted).join()).join('\n')
}

/** The workbook with other texts in its first sheet; what its hidden sheet keeps stays. */
export function withCells({ bytes, names, rows }: ExportedSheet, edits: CellEdits): Promise<Buffer> {
  const places = new Map<string, string>()
  for (const [index, id] of [...rows.keys()].entries())
    for (const [name, text] of edits.get(id) ?? [])
      places.set(`${columnName(names.indexOf(name) + 1)}${index + 2}`, text)
  return editedBook(bytes, (xml) =>
    xml.replace(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>.*?<\/c>)/gs, (cell, place: string) => {
      const text = places.get(place)
      return text === undefined
        ? cell
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
    }),
  )
}

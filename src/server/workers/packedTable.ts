// Passes a table from a worker thread to the server in pieces that are transferred, not cloned.
// The thread leaves out cells that no reader wants; the server reads piece by piece and serves others in between.
import { fieldTitled, withoutNote, type NamedField } from '../../manifest/fieldTypes/parseInput'
import type { NumberedTable } from '../../protocol/exchange/tableFile'
import { BoundExceeded, maxCellCharacters, maxColumns } from '../../protocol/exchange/workbookBounds'
import { inSlices } from './timeSlices'

/** The cells of a table that its reader needs; all others are read as empty. */
export interface WantedCells {
  /** The fields whose columns are wanted, by heading or, in the hidden sheet, by name. */
  readonly fields: readonly NamedField[]
  /** Further headings of wanted columns, with or without a note in brackets. */
  readonly headings?: readonly string[]
  /** Further names of wanted columns of the hidden sheet. */
  readonly hiddenNames?: readonly string[]
  /** Texts that are wanted in any column. */
  readonly texts?: readonly string[]
}

/** Each buffer is a JSON array of rows, as UTF-8. */
export interface PackedTable {
  readonly rows: readonly ArrayBuffer[]
  readonly hidden?: readonly ArrayBuffer[]
  readonly concealed?: NumberedTable['concealed']
  readonly unnamed?: NumberedTable['unnamed']
}

/** Characters of a piece, which is parsed at once. */
const maxPieceCharacters = 256 * 1024

type Rows = NumberedTable['rows']
type Cells = readonly string[]

/** @throws BoundExceeded cellCharacters, columns, or unpackedBytes: cells may repeat one long text. */
export function packTable(
  { rows, hidden, concealed }: NumberedTable,
  { fields, headings = [], hiddenNames = [], texts = [] }: WantedCells,
  maxCharacters: number,
): PackedTable {
  const [head, ...body] = rows
  if (head?.cells.slice(maxColumns).some((title) => title.trim() !== ''))
    throw new BoundExceeded('columns', 'The table has too many columns.')
  const bareHeadings = new Set(headings.map(withoutNote))
  const isWanted = (title: string) => bareHeadings.has(withoutNote(title)) || fieldTitled(title, fields) !== undefined
  const wantedColumns = columnsOf(head?.cells, isWanted)
  const unnamed = unnamedColumns(head?.cells ?? [], body)
  const names = new Set([...fields.map(({ name }) => name), ...hiddenNames])
  // Its first columns are the number and the version of the record.
  const hiddenColumns = [0, 1, ...columnsOf(hidden?.[1], (name) => names.has(name))]
  let left = maxCharacters
  const counted = (cells: Cells): Cells => {
    for (const { length } of cells) {
      if (length > maxCellCharacters) throw new BoundExceeded('cellCharacters', 'A cell has too many characters.')
      left -= length
    }
    if (left < 0) throw new BoundExceeded('unpackedBytes', 'The cells of the workbook have too many characters.')
    return cells
  }
  const packedRow = ({ number, cells, merged }: Rows[number]): Rows[number] => ({
    number,
    ...(merged && { merged }),
    cells: counted(cellsIn(cells, wantedColumns, texts)),
  })
  return {
    rows: piecesOf([
      ...(head ? [{ number: head.number, cells: counted(head.cells.slice(0, maxColumns)) }] : []),
      ...body.map(packedRow),
    ]),
    ...(concealed && { concealed }),
    ...(unnamed.length > 0 && { unnamed }),
    ...(hidden && {
      hidden: piecesOf(
        hidden.map((cells, index) =>
          counted(index === 0 ? cells.slice(0, maxColumns) : cellsIn(cells, hiddenColumns, [])),
        ),
      ),
    }),
  }
}

export async function unpackTable({ rows, hidden, concealed, unnamed }: PackedTable): Promise<NumberedTable> {
  return {
    ...(concealed && { concealed }),
    ...(unnamed && { unnamed }),
    rows: await itemsOf<Rows[number]>(rows),
    ...(hidden && { hidden: await itemsOf<Cells>(hidden) }),
  }
}

const columnsOf = (titles: Cells | undefined, isWanted: (title: string) => boolean): number[] =>
  (titles ?? []).slice(0, maxColumns).flatMap((title, index) => (isWanted(title) ? [index] : []))

/** Columns without a heading where a row has a value, which no reader can assign to a field. */
function unnamedColumns(head: Cells, body: Rows): number[] {
  const columns = new Set<number>()
  for (const { cells } of body)
    for (const [index, cell] of cells.entries()) if (cell !== '' && (head[index] ?? '') === '') columns.add(index)
  return [...columns].sort((one, other) => one - other).slice(0, maxColumns)
}

/** Wanted cells in their columns, without the empty ones at the end. */
function cellsIn(cells: Cells, columns: readonly number[], texts: Cells): Cells {
  const wanted: string[] = []
  const put = (index: number) => {
    while (wanted.length < index) wanted.push('')
    wanted[index] = cells[index] ?? ''
  }
  for (const index of columns) if (cells[index]) put(index)
  for (const text of texts) if (cells.includes(text)) put(cells.indexOf(text))
  return wanted
}

function piecesOf(rows: readonly unknown[]): ArrayBuffer[] {
  const encoder = new TextEncoder()
  const pieces: ArrayBuffer[] = []
  let waiting: string[] = []
  let characters = 0
  const close = () => {
    if (waiting.length > 0) pieces.push(encoder.encode(`[${waiting.join(',')}]`).buffer)
    waiting = []
    characters = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (characters + text.length > maxPieceCharacters) close()
    waiting.push(text)
    characters += text.length
  }
  close()
  return pieces
}

async function itemsOf<Item>(pieces: readonly ArrayBuffer[]): Promise<Item[]> {
  const decoder = new TextDecoder()
  const items: Item[] = []
  await inSlices(pieces, (piece) => {
    for (const item of JSON.parse(decoder.decode(piece)) as Item[]) items.push(item)
  })
  return items
}

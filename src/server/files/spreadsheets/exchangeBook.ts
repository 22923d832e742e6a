// Writes the workbook of an exchange: sheet to edit, choices, hidden sheet with the originals.
import type { Cell } from './cells'
import {
  cellXml,
  columnName,
  contentTypesOf,
  dayFormat,
  declaration,
  escaped,
  fontSize,
  mainNamespace,
  relations,
  sheetName,
  sheetStart,
  styleSheet,
  workbookOf,
} from './xlsx'
import { zipFile, type ZipEntry } from './zip'
import { maxBytes, maxRecords } from '../../../protocol/exchange/tableFile'
import { BoundExceeded, tooManyBytes } from '../../../protocol/exchange/workbookBounds'
import type { TableBound } from './tableBounds'

/** The hidden sheet that an import reads. */
export const hiddenSheet = '_exchange'

export interface BookColumn {
  readonly title: string
  readonly width: number
  readonly required: boolean
  /** Shown beside a cell of the column that is chosen. */
  readonly hint: string
  readonly editable: boolean
  /** The values that the cell accepts, where they are known. */
  readonly choices?: readonly string[]
}

interface ExchangeBook {
  readonly title: string
  readonly columns: readonly BookColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Texts of an example row above the others. */
  readonly example?: readonly string[]
  /** The hidden sheet: about the file, names of the columns, then a row for each record. */
  readonly hidden: Iterable<readonly string[]>
  readonly locked: boolean
}

/** Rows above the records: one of headings in the sheet to edit, two in the hidden one. */
export const hiddenHeadRows = 2
const lastRow = maxRecords + 1

/**
 * The bytes of an xlsx file, produced as they are read.
 * @throws BoundExceeded while reading, if the workbook would be too large to be read back
 */
export function exchangeBook(book: ExchangeBook): AsyncGenerator<Buffer, void, undefined> {
  return zipFile(partsOf(book))
}

/** A workbook within the limits of an import, or else the bound that it exceeds. */
export async function boundedBook(
  book: ExchangeBook,
  bounds: { readonly unpackedBytes: number },
): Promise<Buffer | { readonly exceeded: TableBound }> {
  const chunks: Buffer[] = []
  let [unpackedBytes, packed] = [0, 0]
  function* counted(content: Iterable<string>): Generator<string> {
    for (const text of content) {
      unpackedBytes += Buffer.byteLength(text)
      if (unpackedBytes > bounds.unpackedBytes) throw tooManyBytes()
      yield text
    }
  }
  const parts = partsOf(book).map(({ name, content }) => ({ name, content: counted(content) }))
  try {
    for await (const chunk of zipFile(parts)) {
      packed += chunk.length
      if (packed > maxBytes) return { exceeded: 'bytes' }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof BoundExceeded) return { exceeded: error.bound }
    throw error
  }
  return Buffer.concat(chunks)
}

function partsOf(book: ExchangeBook): (ZipEntry & { readonly content: Iterable<string> })[] {
  const sheets = [
    { name: sheetName(book.title.replace(/^_+/, '')), content: editedSheet(book) },
    { name: '_choices', content: choicesSheet(book.columns) },
    { name: hiddenSheet, content: plainSheet(book.hidden) },
  ]
  const parts = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  return [
    { name: '[Content_Types].xml', content: [contentTypesOf(parts)] },
    { name: '_rels/.rels', content: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [workbookOf(...sheets.map(({ name }) => name))] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations(...parts.flatMap((part) => ['worksheet', part]), 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', content: [bookStyles] },
    ...sheets.map(({ content }, index) => ({ name: `xl/${parts[index]}`, content })),
  ]
}

/** Indexes into the fonts below. */
const fonts = { usual: 0, bold: 1, boldRed: 2, gray: 3 } as const
const { xml: bookStyles, indexes: style } = styleSheet(
  {
    locked: { number: 0, font: fonts.usual, locked: true },
    head: { number: 49, font: fonts.bold, locked: true },
    requiredHead: { number: 49, font: fonts.boldRed, locked: true },
    lockedText: { number: 49, font: fonts.gray, locked: true },
    text: { number: 49, font: fonts.usual, locked: false },
    number: { number: 0, font: fonts.usual, locked: false },
    money: { number: 4, font: fonts.usual, locked: false },
    day: { number: 164, font: fonts.usual, locked: false },
    lockedNumber: { number: 0, font: fonts.gray, locked: true },
    lockedMoney: { number: 4, font: fonts.gray, locked: true },
    lockedDay: { number: 164, font: fonts.gray, locked: true },
  },
  [dayFormat],
  [fontSize, `<b/>${fontSize}`, `<b/>${fontSize}<color rgb="FFC00000"/>`, `${fontSize}<color rgb="FF7F7F7F"/>`],
)
const lockedStyle = {
  text: style.lockedText,
  number: style.lockedNumber,
  money: style.lockedMoney,
  day: style.lockedDay,
}

function* editedSheet({ columns, rows, example, locked }: ExchangeBook): Generator<string> {
  const letters = columns.map((_, index) => columnName(index))
  const widths = columns
    .map(({ width, editable }, index) => {
      const [number, format] = [index + 1, editable ? style.text : style.lockedText]
      return `<col min="${number}" max="${number}" width="${width}" style="${format}" customWidth="1"/>`
    })
    .join('')
  const head = columns
    .map(({ title, required }, index) =>
      textCell(letters[index]!, 1, required ? style.requiredHead : style.head, required ? `${title}*` : title),
    )
    .join('')
  yield sheetStart(widths, head)
  if (example) yield textRow(2, example)
  const first = example ? 3 : 2
  for (const [index, row] of rows.entries()) {
    const number = index + first
    const cells = row.map((cell, place) => {
      const { editable } = columns[place]!
      return cell
        ? cellXml(letters[place]!, number, cell, editable ? style : lockedStyle)
        : `<c r="${letters[place]}${number}" s="${editable ? style.text : style.lockedText}"/>`
    })
    yield `<row r="${number}">${cells.join('')}</row>`
  }
  yield `</sheetData>${locked ? protection : ''}${validations(columns, letters)}</worksheet>`
}

// Protected without a password; only the locked cells are restricted.
const unrestricted = ['formatCells', 'formatColumns', 'formatRows', 'insertRows', 'deleteRows', 'sort', 'autoFilter']
const protection = `<sheetProtection sheet="1" ${unrestricted.map((name) => `${name}="0"`).join(' ')}/>`

function validations(columns: readonly BookColumn[], letters: readonly string[]): string {
  const rules = columns.map(({ choices, hint, title }, index) => {
    const letter = letters[index]
    const range = `sqref="${letter}2:${letter}${lastRow}"`
    const prompt = `showInputMessage="1" promptTitle="${escaped(cut(title, 32))}" prompt="${escaped(cut(hint, 255))}"`
    if (!choices || choices.length === 0) return `<dataValidation allowBlank="1" ${prompt} ${range}/>`
    const list = `<formula1>'_choices'!$${letter}$1:$${letter}$${choices.length}</formula1>`
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${prompt} ${range}>${list}</dataValidation>`
  })
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('')

function choicesSheet(columns: readonly BookColumn[]): Generator<string> {
  const longest = Math.max(0, ...columns.map(({ choices }) => choices?.length ?? 0))
  return plainSheet(Array.from({ length: longest }, (_, row) => columns.map(({ choices }) => choices?.[row] ?? '')))
}

function* plainSheet(rows: Iterable<readonly string[]>): Generator<string> {
  yield `${declaration}<worksheet xmlns="${mainNamespace}"><sheetData>`
  let number = 0
  for (const row of rows) yield textRow((number += 1), row)
  yield '</sheetData></worksheet>'
}

function textRow(number: number, texts: readonly string[]): string {
  const cells = texts.map((text, place) =>
    text === '' ? '' : textCell(columnName(place), number, style.lockedText, text),
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

const textCell = (column: string, row: number, styled: number, text: string) =>
  `<c r="${column}${row}" s="${styled}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

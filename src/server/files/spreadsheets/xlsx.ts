// Writes a list as an Excel file with one sheet, streamed row by row in constant memory.
// Texts are text cells, so that none is interpreted as a formula.
import { msPerDay } from '../../../manifest/expression/values/days'
import { escapedMarkup } from '../../../manifest/fieldTypes/formattedText'
import type { Cell } from './cells'
import { zipFile } from './zip'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Maximum rows of a sheet, without the header. */
export const maxRows = 1_048_575
const maxTextLength = 32_767

interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
}

/** The file in chunks. */
export function xlsxFile(
  title: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Buffer, void, undefined> {
  return zipFile([
    { name: '[Content_Types].xml', content: [contentTypesOf(['worksheets/sheet1.xml'])] },
    { name: '_rels/.rels', content: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [workbookOf(sheetName(title))] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', content: [styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, batches) },
  ])
}

async function* sheet(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, undefined> {
  const widths = columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')
  const names = columns.map((_, index) => columnName(index))
  const head = columns.map(({ title }, index) => inline(names[index]!, 1, styleOf.head, title)).join('')
  yield sheetStart(widths, head)
  let number = 1
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) {
      number += 1
      text += `<row r="${number}">`
      for (const [index, cell] of row.entries()) if (cell) text += cellXml(names[index]!, number, cell, styleOf)
      text += '</row>'
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

/** The start of a sheet whose first row stays in sight; `widths` and `head` as XML. */
export const sheetStart = (widths: string, head: string): string =>
  [
    `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths}</cols><sheetData><row r="1">${head}</row>`,
  ].join('')

/** `styles`: the indexes of the formats in the workbook. */
export function cellXml(
  column: string,
  row: number,
  { kind, text }: NonNullable<Cell>,
  styles: Readonly<Record<'text' | 'number' | 'money' | 'day', number>> & { readonly moment?: number },
): string {
  if (kind === 'number' || kind === 'money')
    return isExact(text)
      ? `<c r="${column}${row}" s="${styles[kind]}"><v>${text}</v></c>`
      : inline(column, row, styles.text, text)
  const format = kind === 'text' ? undefined : styles[kind]
  const serial = format === undefined ? null : serialOf(text)
  return serial === null
    ? inline(column, row, styles.text, text)
    : `<c r="${column}${row}" s="${format}"><v>${serial}</v></c>`
}

function inline(column: string, row: number, style: number, text: string): string {
  return `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Whether a sheet, which calculates with fifteen digits, keeps a number exact. */
function isExact(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*|\./g, '').length <= 15
}

/** Days since 1899-12-30, with the fraction of the day; null before 1900-03-01, where sheets count wrongly. */
function serialOf(text: string): string | null {
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`)
  const days = (time - Date.UTC(1899, 11, 30)) / msPerDay
  return Number.isFinite(days) && days >= 61 && days < 2_958_466 ? String(Math.round(days * 1e8) / 1e8) : null
}

/** A, B, …, Z, AA, … from 0 on. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

// Drop what XML cannot contain; escape _x0041_, which would be read as an A.
export function escaped(text: string): string {
  const cut = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
  const fit = cut
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('\r', '')
  return escapedMarkup(fit)
}

/** At most 31 characters, without those that have a meaning in a reference. */
export function sheetName(title: string): string {
  return [...title.replace(/[\\/?*[\]:]/g, ' ')].slice(0, 31).join('').replace(/^'|'$/g, ' ').trim() || 'Sheet1'
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

export function relations(...pairs: readonly string[]): string {
  const all = pairs.flatMap((kind, index) =>
    index % 2 === 0
      ? [`<Relationship Id="rId${index / 2 + 1}" Type="${office}/${kind}" Target="${pairs[index + 1]}"/>`]
      : [],
  )
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${all.join('')}</Relationships>`
}

/** The workbook of these sheets, of which only the first is visible. */
export function workbookOf(...names: readonly string[]): string {
  const sheets = names.map((name, index) => {
    const state = index === 0 ? '' : ' state="hidden"'
    return `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state}/>`
  })
  const head = `<workbook xmlns="${mainNamespace}" xmlns:r="${office}">`
  return `${declaration}${head}<sheets>${sheets.join('')}</sheets></workbook>`
}

/** `parts`: the sheets within xl/. */
export const contentTypesOf = (parts: readonly string[]) =>
  [
    `${declaration}<Types xmlns="${packaged}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>`,
    ...parts.map((part) => `<Override PartName="/xl/${part}" ContentType="${spreadsheet}.worksheet+xml"/>`),
    `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`,
  ].join('')
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** How a cell looks. */
interface CellFormat {
  /** The id of its number format: one of the standard, or 164 and on for the codes of the workbook. */
  readonly number: number
  /** The index of its font. */
  readonly font: number
  /** Whether a protected sheet locks it; absent: the workbook has no protected sheet. */
  readonly locked?: boolean
}

export const dayFormat = 'yyyy\\-mm\\-dd'
/** The size of all letters. */
export const fontSize = '<sz val="11"/>'

/**
 * The style sheet of a workbook, and the index of each format in it. `codes`: of its own number formats, from 164 on;
 * `fonts`: what is in each of them beside its name.
 */
export function styleSheet<Name extends string>(
  formats: Readonly<Record<Name, CellFormat>>,
  codes: readonly string[],
  fonts: readonly string[],
): { readonly xml: string; readonly indexes: Readonly<Record<Name, number>> } {
  const cells = Object.values<CellFormat>(formats).map(({ number, font, locked }) => {
    const ids = `numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0"`
    const common = `<xf ${ids} applyNumberFormat="1" applyFont="1"`
    return locked === undefined
      ? `${common}/>`
      : `${common} applyProtection="1"><protection locked="${locked ? 1 : 0}"/></xf>`
  })
  const numbers = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
  const named = fonts.map((inside) => `<font>${inside}<name val="Calibri"/></font>`)
  const xml = [
    `${declaration}<styleSheet xmlns="${mainNamespace}">`,
    `<numFmts count="${numbers.length}">${numbers.join('')}</numFmts>`,
    `<fonts count="${named.length}">${named.join('')}</fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`,
  ].join('')
  const indexes = Object.fromEntries(Object.keys(formats).map((name, index) => [name, index]))
  return { xml, indexes: indexes as Record<Name, number> }
}

const { xml: styles, indexes: styleOf } = styleSheet(
  {
    number: { number: 0, font: 0 },
    head: { number: 49, font: 1 },
    text: { number: 49, font: 0 },
    money: { number: 4, font: 0 },
    day: { number: 164, font: 0 },
    moment: { number: 165, font: 0 },
  },
  [dayFormat, `${dayFormat}\\ hh:mm:ss`],
  [fontSize, `<b/>${fontSize}`],
)

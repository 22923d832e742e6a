// Builds a workbook as another program writes it. Not a test itself.
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { zipFile } from '../../src/server/files/spreadsheets/zip'

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook of one sheet, as other programs write it. */
export function workbook(
  sheet: Iterable<string>,
  doctype = '',
  { properties = '', dates = false }: { properties?: string; dates?: boolean } = {},
): Promise<Buffer> {
  const parts: [string, Iterable<string>][] = [
    [
      '[Content_Types].xml',
      [
        `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheets}.sheet.main+xml"/>`,
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheets}.worksheet+xml"/></Types>`,
      ],
    ],
    [
      '_rels/.rels',
      [
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument"`,
        ' Target="xl/workbook.xml"/></Relationships>',
      ],
    ],
    [
      'xl/workbook.xml',
      [
        `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>`,
        '</workbook>',
      ],
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet"`,
        ' Target="worksheets/sheet1.xml"/>',
        dates ? `<Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/>` : '',
        '</Relationships>',
      ],
    ],
    ...(dates ? [dateStyles] : []),
    ['xl/worksheets/sheet1.xml', sheet],
  ]
  return buffer(
    Readable.from(
      zipFile(
        parts.map(([name, content]) => ({ name, content: headed(content, name.includes('sheets/') ? doctype : '') })),
      ),
    ),
  )
}

const dateStyles: [string, string[]] = [
  'xl/styles.xml',
  [
    `<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2">`,
    '<xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
  ],
]

function* headed(content: Iterable<string>, doctype: string) {
  yield `<?xml version="1.0" encoding="UTF-8"?>${doctype}`
  yield* content
}

export const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
export const number = (place: string, value: string) => `<c r="${place}"><v>${value}</v></c>`

/** A workbook with these rows of texts, and cells that are merged, such as A2:A3. */
export function bookOf(rows: readonly (readonly string[])[], ...merged: readonly string[]): Promise<Buffer> {
  const cells = (row: readonly string[], line: number) =>
    row.map((cell, index) => text(`${String.fromCharCode(65 + index)}${line}`, cell)).join('')
  const xml = rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1)}</row>`).join('')
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
  const after = merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`
  return workbook([`<worksheet xmlns="${main}"><sheetData>${xml}</sheetData>${after}</worksheet>`])
}

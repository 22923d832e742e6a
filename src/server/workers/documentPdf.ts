// Writes documents as one PDF of A4 pages with real text; runs in a worker thread.
// The letters used are embedded as a subset, so that the text can be searched and copied on every machine.
import { lastItem } from '../../manifest/expression/values/present'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openSync, type Font } from 'fontkit'
import pdfmake from 'pdfmake'
import type { Content, ContentText, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'

/** A document in words: everything is formatted and in one language. */
export interface DocumentContent {
  readonly title: string
  /** Number or label of the record, shown below the title. */
  readonly subtitle: string
  /** With `{page}` and `{count}`. */
  readonly pageNumber: string
  readonly letterhead?: HeadContent
  readonly parts: readonly DocumentPart[]
}
/** Header of the first page and footer of every page; pictures by their keys in `DocumentJob`. */
export interface HeadContent {
  readonly name: string
  readonly contacts: readonly string[]
  readonly logo?: string
  readonly footer?: string
}
export interface DocumentPart {
  readonly heading?: string
  readonly pairs?: readonly TitledText[]
  readonly table?: DocumentTable
  readonly paragraphs?: readonly string[]
  readonly signatures?: readonly string[]
  /** `place`: the index of the place to sign. */
  readonly seal?: { readonly place: number; readonly picture: string }
}
interface DocumentJob {
  readonly contents: readonly DocumentContent[]
  /** PNG by key. */
  readonly pictures: Readonly<Record<string, Uint8Array>>
  /** Writes `letterMark` in the place of characters that the font lacks. */
  readonly marked?: boolean
}
/** `wide`: has a line to itself. */
export interface TitledText {
  readonly title: string
  readonly text: string
  readonly wide: boolean
}
export interface DocumentTable {
  /** `share`: of the paper's width, beside the others. */
  readonly columns: readonly { readonly title: string; readonly share: number; readonly right: boolean }[]
  /** A cell for each column; the writer numbers the rows. */
  readonly rows: readonly (readonly string[])[]
  readonly sums?: readonly string[]
}

/** `missing`: of each document the characters that the font does not have, which would be left out silently. */
type DocumentPdf = { readonly bytes: Uint8Array } | { readonly missing: readonly (readonly string[])[] }
/** What printers set for a letter that they do not have. */
const letterMark = '〓'

/** Points of A4 between margins of 18 mm. */
const marginPoints = 51
const contentWidth = 595.28 - 2 * marginPoints
/** Points of the column of numbers, and of both paddings of a cell. */
const numberWidthPoints = 16
const cellPaddingPoints = 8
const lineColor = '#bfbfbf'
/** Points of 40 mm, the usual size of a company's seal. */
const sealSidePoints = 113

const folder = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts')
const files = { normal: join(folder, 'NotoSansHans-Regular.otf'), bold: join(folder, 'NotoSansHans-Medium.otf') }
let letters: Font | undefined

/** Each document begins on a page of its own, and its pages are numbered from 1. */
export async function documentPdf({ contents: given, pictures, marked }: DocumentJob): Promise<DocumentPdf> {
  const font = (letters ??= openSync(files.normal) as Font)
  const missing = given.map((content) => missingIn(font, content))
  if (!marked && missing.some(({ length }) => length > 0)) return { missing }
  const contents = given.map((content, index) => withMarks(content, missing[index] ?? []))
  pdfmake.setFonts({ Sans: files })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(files).includes(path))
  const images = Object.fromEntries(
    Object.entries(pictures).map(([key, bytes]) => [
      key,
      `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
    ]),
  )
  return { bytes: await pdfmake.createPdf({ ...definitionOf(contents), images }).getBuffer() }
}

function missingIn(font: Font, content: DocumentContent): string[] {
  const used = new Set(textsIn(content).join(''))
  return [...used].filter((character) => character !== '\n' && !font.hasGlyphForCodePoint(character.codePointAt(0)!))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function withMarks(content: DocumentContent, missing: readonly string[]): DocumentContent {
  if (missing.length === 0) return content
  const mark = (text: string) => [...text].map((letter) => (missing.includes(letter) ? letterMark : letter)).join('')
  const copy = JSON.stringify(content, (_key, value: unknown) => (typeof value === 'string' ? mark(value) : value))
  return JSON.parse(copy) as DocumentContent
}

/** A laid-out title: pdfmake stores the position on its node before it writes the footers. */
type Title = ContentText & { readonly positions?: readonly { readonly pageNumber: number }[] }

function definitionOf(contents: readonly DocumentContent[]): TDocumentDefinitions {
  const titles = contents.map(({ title: text }, index): Title => ({
    text,
    fontSize: 17,
    bold: true,
    alignment: 'center',
    ...(index > 0 && !contents[index]!.letterhead && { pageBreak: 'before' }),
  }))
  const names = contents.map(({ title, subtitle }) => `${title} ${subtitle}`)
  return {
    pageSize: 'A4',
    pageMargins: marginPoints,
    info: { title: names.length > 1 ? `${names[0]} … ${names.at(-1)}` : names[0]! },
    defaultStyle: { font: 'Sans', fontSize: 9.5, lineHeight: 1.25 },
    footer: (page, count) => {
      const lines = footerLines(contents, titles, page, count)
      return {
        stack: lines,
        alignment: 'center',
        color: '#666666',
        fontSize: 8,
        margin: [marginPoints, marginPoints / 2 - 8 * lines.length, marginPoints, 0],
      }
    },
    // A heading is never last on a page.
    pageBreakBefore: ({ headlineLevel }, nodes) => headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    content: contents.flatMap(({ subtitle, parts, letterhead }, index): Content[] => [
      ...(letterhead ? [headContent(letterhead, index > 0)] : []),
      titles[index]!,
      { text: subtitle, alignment: 'center', color: '#666666', margin: [0, 2, 0, 10] },
      ...parts.flatMap(contentOf),
    ]),
  }
}

/** The foot of its letterhead, and the number of a page within its document. */
function footerLines(
  contents: readonly DocumentContent[],
  titles: readonly Title[],
  page: number,
  count: number,
): string[] {
  const beginnings = titles.map(({ positions }) => positions![0]!.pageNumber)
  const index = beginnings.findLastIndex((beginning) => beginning <= page)
  const first = beginnings[index]!
  const end = beginnings[index + 1] ?? count + 1
  const { pageNumber, letterhead } = contents[index]!
  const number = pageNumber.replace('{page}', String(page - first + 1)).replace('{count}', String(end - first))
  return letterhead?.footer ? [letterhead.footer, number] : [number]
}

/** Name and contacts beside the logo, above a line. */
function headContent({ name, contacts, logo }: HeadContent, breaks: boolean): Content {
  const textContent: Content = {
    stack: [
      { text: name, bold: true, fontSize: 13 },
      ...(contacts.length > 0 ? [{ text: contacts.join('    '), color: '#666666', fontSize: 8 }] : []),
    ],
    margin: [0, 4, 0, 0],
  }
  return {
    ...(breaks && { pageBreak: 'before' as const }),
    margin: [0, -14, 0, 14],
    table: { widths: ['auto', '*'], body: [[logo ? { image: logo, fit: [110, 38] } : '', textContent]] },
    layout: {
      hLineWidth: (row) => (row === 1 ? 0.8 : 0),
      vLineWidth: () => 0,
      hLineColor: () => lineColor,
      paddingLeft: (column) => (logo && column === 1 ? 10 : 0),
      paddingRight: () => 0,
      paddingBottom: () => 6,
    },
  }
}

function contentOf({ heading, pairs, table, paragraphs, signatures, seal }: DocumentPart): Content[] {
  return [
    ...(heading === undefined
      ? []
      : [{ text: heading, bold: true, fontSize: 11.5, margin: [0, 10, 0, 4], headlineLevel: 1 } satisfies Content]),
    ...(pairs ? [pairsContent(pairs)] : []),
    ...(table ? [tableContent(table)] : []),
    ...(paragraphs ?? []).map((text): Content => ({ text, margin: [0, 2, 0, 2] })),
    ...(signatures ? [signaturesContent(signatures, seal)] : []),
  ]
}

/** Two values side by side. */
function pairsContent(pairs: readonly TitledText[]): Content {
  const title = (text: string): TableCell => ({ text, color: '#666666' })
  const rows: TableCell[][] = []
  for (const [index, { title: name, text, wide }] of pairs.entries()) {
    const last = rows.at(-1)
    if (wide) rows.push([title(name), { text, colSpan: 3 }, '', ''])
    else if (last?.length === 2) last.push(title(name), text)
    else rows.push([title(name), text])
    const isAlone = lastItem(rows).length === 2 && (index === pairs.length - 1 || pairs[index + 1]!.wide)
    if (isAlone) lastItem(rows).push('', '')
  }
  const half = contentWidth / 2
  return {
    table: { widths: [half * 0.3, half * 0.7 - 16, half * 0.3, half * 0.7 - 16], body: rows, dontBreakRows: true },
    layout: 'noBorders',
  }
}

/** A table that repeats its head on each page. */
function tableContent({ columns, rows, sums }: DocumentTable): Content {
  const room = contentWidth - numberWidthPoints - (columns.length + 1) * cellPaddingPoints
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const rowOf = (number: string, texts: readonly string[], { bold }: { readonly bold: boolean }): TableCell[] => [
    { text: number, bold, fontSize: 9 },
    ...texts.map((text, index): TableCell => ({
      text,
      bold,
      alignment: columns[index]!.right ? 'right' : 'left',
      fontSize: 9,
    })),
  ]
  return {
    margin: [0, 0, 0, 6],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [numberWidthPoints, ...columns.map(({ share }) => (room * share) / shares)],
      body: [
        rowOf(
          '#',
          columns.map(({ title }) => title),
          { bold: true },
        ),
        ...rows.map((row, index) => rowOf(String(index + 1), row, { bold: false })),
        ...(sums ? [rowOf('', sums, { bold: true })] : []),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => lineColor,
      fillColor: (row) => (row === 0 ? '#f2f2f2' : null),
    },
  }
}

/** The seal lies below the words and the line, as a stamp would. */
function signaturesContent(titles: readonly string[], seal: DocumentPart['seal']): Content {
  const width = contentWidth / titles.length - 24
  const y = seal ? sealSidePoints - 22 : 30
  return {
    unbreakable: true,
    margin: [0, 26, 0, 0],
    columnGap: 24,
    columns: titles.map((text, index) => ({
      stack: [
        ...(seal?.place === index
          ? [
              {
                image: seal.picture,
                fit: [sealSidePoints, sealSidePoints] as [number, number],
                relativePosition: { x: 8, y: -6 },
              },
            ]
          : []),
        { text, color: '#666666' },
        { canvas: [{ type: 'line', x1: 0, y1: y, x2: width, y2: y, lineWidth: 0.5, lineColor }] },
      ],
    })),
  }
}

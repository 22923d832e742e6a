// Reads which cells of a sheet are merged into another one, and which columns and rows are hidden.
// A reader of values sees neither: the cells are empty, and what is hidden comes along.
import { isDataSheet, type NumberedTable } from '../../protocol/exchange/tableFile'
import { BoundExceeded, maxColumns, unpackPart } from '../../protocol/exchange/workbookBounds'

interface MergedRange {
  /** The cell whose value a spreadsheet program shows for all of them, such as A2. */
  readonly first: string
  readonly top: number
  readonly bottom: number
  /** Positions of columns, from 0. */
  readonly left: number
  readonly right: number
}

interface SheetLayout {
  readonly merged: MergedRange[]
  readonly hiddenColumns: Set<number>
  readonly hiddenRows: Set<number>
}

/** Ranges of a sheet that are read; each covers two cells at least. */
const maxMerged = 100_000

/**
 * The rows of a workbook with the cells that others cover, and what of them is hidden.
 * @throws BoundExceeded cells
 */
export async function withLayout(table: NumberedTable, bytes: ArrayBuffer): Promise<NumberedTable> {
  const { merged, hiddenColumns, hiddenRows } = await readLayout(bytes)
  const [head, ...body] = table.rows
  const columns = [...hiddenColumns].flatMap((column) => head?.cells[column] || [])
  const rows = body.filter(({ number }) => hiddenRows.has(number)).length
  return {
    ...table,
    rows: withMerged(table.rows, merged),
    ...((columns.length > 0 || rows > 0) && { concealed: { columns, rows } }),
  }
}

function withMerged(rows: NumberedTable['rows'], merged: readonly MergedRange[]): NumberedTable['rows'] {
  if (merged.length === 0) return rows
  const following = [...merged].sort((one, other) => other.top - one.top)
  let reaching: MergedRange[] = []
  return rows.map((row) => {
    const begun = following.splice(following.findLastIndex(({ top }) => top > row.number) + 1)
    reaching = [...reaching, ...begun].filter(({ bottom }) => bottom >= row.number)
    const covered: Record<number, string> = {}
    for (const { first, top, left, right } of reaching)
      for (let column = left; column <= Math.min(right, maxColumns - 1); column += 1)
        if (row.number !== top || column !== left) covered[column] = first
    return Object.keys(covered).length > 0 ? { ...row, merged: covered } : row
  })
}

async function readLayout(bytes: ArrayBuffer): Promise<SheetLayout> {
  const layout: SheetLayout = { merged: [], hiddenColumns: new Set(), hiddenRows: new Set() }
  const part = await dataSheetPart(bytes)
  if (part === undefined) return layout
  let rowNumber = 0
  const isHidden = (tag: string) => ['1', 'true'].includes(attributeOf(tag, 'hidden') ?? '')
  const take = {
    col(tag: string) {
      const [from, to] = [Number(attributeOf(tag, 'min')), Math.min(Number(attributeOf(tag, 'max')), maxColumns)]
      if (isHidden(tag)) for (let number = from; number <= to; number += 1) layout.hiddenColumns.add(number - 1)
    },
    row(tag: string) {
      rowNumber = Number(attributeOf(tag, 'r') ?? rowNumber + 1)
      if (isHidden(tag)) layout.hiddenRows.add(rowNumber)
    },
    mergeCell(tag: string) {
      const range = rangeOf(attributeOf(tag, 'ref') ?? '')
      if (range) layout.merged.push(range)
      if (layout.merged.length > maxMerged) throw new BoundExceeded('cells', 'A sheet has too many merged cells.')
    },
  }
  await unpackPart(
    bytes,
    part,
    tagReader((name, tag) => take[name](tag)),
  )
  return layout
}

/** Characters of a tag that is read; tags that matter are short. */
const maxTagLength = 1024

function tagReader(take: (name: 'col' | 'row' | 'mergeCell', tag: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder('latin1')
  const tags = /<(?:\w+:)?(col|row|mergeCell)(\s[^<>]*)?>/g
  let unread = ''
  return (chunk) => {
    const text = unread + decoder.decode(chunk)
    for (const [, name, tag = ''] of text.matchAll(tags)) take(name as 'col' | 'row' | 'mergeCell', tag)
    const open = text.lastIndexOf('<')
    unread = open > text.lastIndexOf('>') && text.length - open <= maxTagLength ? text.slice(open) : ''
  }
}

/** The part of the archive with the first sheet that has data. */
async function dataSheetPart(bytes: ArrayBuffer): Promise<string | undefined> {
  const workbook = await partText(bytes, 'xl/workbook.xml')
  const sheet = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].find(([tag]) =>
    isDataSheet(attributeOf(tag, 'name') ?? ''),
  )?.[0]
  if (sheet === undefined) return undefined
  const relation = attributeOf(sheet, String.raw`\w+:id`)
  const relations = await partText(bytes, 'xl/_rels/workbook.xml.rels')
  const target = [...relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)]
    .filter(([tag]) => attributeOf(tag, 'Id') === relation)
    .map(([tag]) => attributeOf(tag, 'Target'))[0]
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`
}

async function partText(bytes: ArrayBuffer, name: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  await unpackPart(bytes, name, (chunk) => (text += decoder.decode(chunk, { stream: true })))
  return text
}

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

function rangeOf(reference: string): MergedRange | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)$/.exec(reference)
  if (!match) return undefined
  const [, left = '', top = '', right = '', bottom = ''] = match
  return {
    first: `${left}${top}`,
    top: Number(top),
    bottom: Number(bottom),
    left: columnOf(left),
    right: columnOf(right),
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1

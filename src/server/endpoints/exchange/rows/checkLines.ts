// Compares the rows of a file with the lines of their record.
import { fillLineNumbers } from '../../../../manifest/fieldTypes/lineNumbers'
import { fieldError } from '../../../../manifest/fieldTypes/fieldErrors'
import type { Field } from '../../../../manifest/model/field'
import { textIn } from '../../../../manifest/model/text'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { RecordData } from '../../../../protocol/calls'
import { callerText, phrase } from '../../../context/phrases'
import type { RequestContext } from '../../contract/operation'
import { isSameText } from '../exchangeCells'
import type { CheckedRow, GivenLine, GivenRow, StoredCell } from '../imports'
import type { ExchangeScreen, SheetLines } from '../sheetColumns'
import { changedSince, type Compared } from './compared'
import { lineKey, lineRecord, linesOfRecord, writtenValues } from './lineRecords'
import { changeWarnings, editedCell, refersTo, mergedCells, valueIn } from './rowCells'
import { lineCell } from './rowErrors'

/** The rows of a file and the record that they name. */
interface RowsOfRecord {
  readonly given: GivenRow
  readonly record: RecordData
}

/** A line that is written; `row`: that of the file which has changed it. */
interface WrittenLine {
  row: number | null
  readonly values: Record<string, unknown>
}

/** A line of the record; `present`: by the paths of the columns. */
interface PresentLine {
  readonly present: RecordData
  readonly written: WrittenLine
  readonly key: string | undefined
}

/** What rows change in the lines of a record. */
interface Comparison extends RowsOfRecord {
  readonly context: RequestContext
  readonly compared: Compared
  readonly lines: SheetLines
  readonly present: readonly PresentLine[]
  readonly added: WrittenLine[]
  readonly cells: StoredCell[]
  /** Cells that another user has changed, too: of the whole record one decision is made. */
  readonly contested: StoredCell[]
}

/** How rows differ from the lines of their record, before any rule of the transition. A missing line stays. */
export async function checkLines(
  context: RequestContext,
  compared: Compared,
  lines: SheetLines,
  { given, record }: RowsOfRecord,
): Promise<CheckedRow> {
  const { exchange } = compared
  const { field } = lines
  const present = linesOfRecord(record, field.name).map((line): PresentLine => {
    const asRecord = lineRecord(lines.columns, record, line)
    return {
      present: asRecord,
      written: { row: null, values: writtenValues(field, line) },
      key: lineKey(context.app, lines, (cell) => compared.cellText(asRecord, cell)),
    }
  })
  const comparison: Comparison = {
    context,
    compared,
    lines,
    given,
    record,
    present,
    added: [],
    cells: [],
    contested: [],
  }
  await compareRows(comparison)
  const { added, contested } = comparison
  const choice =
    contested.length === 0 ? [] : [contestedLines(context, lines, contested), ...contested.map(asContested)]
  const cells = [...choice, ...comparison.cells]
  const message = changeWarnings(exchange, cells, changedSince(context, compared, given, record))
  const about = { record: record.id, label: record.label, cells, ...(message && { message }) }
  if (cells.length === 0) return { state: 'same', ...about }
  const written = [...present.map((line) => line.written), ...added]
  const plan = {
    transition: lines.transition,
    id: record.id,
    version: record.version,
    values: { [field.name]: numbered(field, written) },
    rows: written.map(({ row }) => row),
  }
  const isWrong = cells.some(({ error }) => error)
  return { state: isWrong ? 'refused' : contested.length > 0 ? 'conflict' : 'update', plan, ...about }
}

const numbered = (field: Field, lines: readonly WrittenLine[]) =>
  fillLineNumbers(
    lines.map(({ values }) => values),
    field,
  )

const asContested = (cell: StoredCell): StoredCell => ({
  ...cell,
  ...(cell.line && { line: { ...cell.line, contested: true } }),
})

/** Contested cells that are named where one decision is made of them. */
const maxNamed = 3

/** The contested cells of a record as one, since its transition writes all of its lines or none. */
function contestedLines(
  context: RequestContext,
  { field: { name, title } }: SheetLines,
  contested: readonly StoredCell[],
): StoredCell {
  const listed = (text: (cell: StoredCell) => string | undefined) => {
    const { language } = context.caller
    const some = contested.slice(0, maxNamed).map((cell) => `${textIn(cell.title, language)}: ${text(cell) ?? ''}`)
    const named = some.join('; ')
    return contested.length > maxNamed ? callerText(context, phrase('and_more', { listed: named })) : named
  }
  const isKnown = contested.every(({ base }) => base !== undefined)
  const [file, now] = [listed((cell) => cell.file), listed((cell) => cell.now)]
  return { title, field: name, contested: true, ...(isKnown && { base: listed(({ base }) => base) }), file, now }
}

async function compareRows(comparison: Comparison): Promise<void> {
  const { context, compared, lines, given, present, cells } = comparison
  const rows = (given.lines ?? []).map((line) => ({
    line,
    key: lineKey(context.app, lines, ({ name }) => line.texts[name] ?? ''),
  }))
  // Lines that rows name by their key are no longer found by their content.
  const named = new Set(rows.flatMap(({ key }) => (key === undefined ? [] : [key])))
  const free = new Set(present.filter(({ key }) => key === undefined || !named.has(key)))
  const seen = new Map<string, number>()
  for (const { line, key } of rows) {
    cells.push(...wrongKeyCells(comparison, line))
    if (lines.columns.every(({ field: { name } }) => (line.texts[name] ?? '') === '')) continue
    const twin = key === undefined ? undefined : seen.get(key)
    if (twin !== undefined) {
      cells.push(keyCell(compared.exchange, lines, line, phrase('import_row_twin', { row: twin })))
      continue
    }
    if (key !== undefined) seen.set(key, line.row)
    const target =
      key === undefined
        ? [...free].find((one) => hasContent(comparison, one.present, line))
        : present.find((one) => one.key === key)
    if (target) {
      free.delete(target)
      await compareLine(comparison, line, target)
    } else await compareNewLine(comparison, line)
  }
}

/** Cells of the record's key that the file changes, and cells that are merged with others. */
function wrongKeyCells({ context, compared, given, record }: Comparison, line: GivenLine): StoredCell[] {
  const { exchange, cellText } = compared
  const merged = mergedCells(exchange, line)
  const edited = exchange.columns.flatMap(({ field, line: cell }): StoredCell[] => {
    if (cell !== undefined || line.merged?.[field.name] !== undefined) return []
    const change = editedCell(context, originOfLine(given, line), field, cellText(record, field))
    const error = textOf(phrase('import_cell_fixed'), exchange.spoken)
    return change ? [{ title: field.title, file: change.file, now: change.now, error }] : []
  })
  return [...merged, ...edited].map((cell) => lineCell(exchange, line.row, cell))
}

/** What is known of the export of a line; its texts count only where those of its record do. */
const originOfLine = ({ id, exportedAs, base }: GivenRow, line: GivenLine) => ({
  ...(id !== undefined && { id }),
  ...(exportedAs !== undefined && { exportedAs }),
  texts: line.texts,
  ...(base && line.base && { base: line.base }),
})

/** A refusal at the first cell that identifies the line. */
function keyCell(
  exchange: ExchangeScreen,
  { columns, keys, field: { title } }: SheetLines,
  line: GivenLine,
  problem: LocalizableText,
): StoredCell {
  const column = columns.find((one) => keys.includes(one.line))
  const file = line.texts[column?.field.name ?? ''] ?? ''
  return lineCell(exchange, line.row, {
    title: column?.field.title ?? title,
    file,
    error: textOf(problem, exchange.spoken),
  })
}

/** Whether a line has all that a row without its key has: a file that is brought in again adds nothing. */
function hasContent({ context, compared, lines }: Comparison, present: RecordData, { texts }: GivenLine): boolean {
  return lines.columns.every(({ field }) => {
    const text = texts[field.name] ?? ''
    return text === '' || isSameText(context.app, field, text, compared.cellText(present, field))
  })
}

async function compareLine(comparison: Comparison, line: GivenLine, { present, written }: PresentLine): Promise<void> {
  const { context, compared, lines, given, record, cells, contested } = comparison
  const { exchange, cellText } = compared
  for (const column of lines.columns) {
    const { field } = column
    if (lines.keys.includes(column.line) || line.merged?.[field.name] !== undefined) continue
    const now = cellText(present, field)
    const edited = editedCell(context, originOfLine(given, line), field, now)
    if (!edited) continue
    const request = { column, text: edited.file, values: {}, transition: lines.transition, id: record.id }
    const read = column.update ? await valueIn(context, compared, request) : { wrong: phrase('import_cell_fixed') }
    if ('value' in read && refersTo(present.values[field.name], read.value)) continue
    const { title, file, base } = edited
    const cell = lineCell(exchange, line.row, {
      title,
      file,
      now,
      ...(edited.contested && base !== undefined && { base }),
    })
    if ('wrong' in read) cells.push({ ...cell, error: textOf(read.wrong, exchange.spoken) })
    else {
      written.values[column.line] = read.value
      written.row = line.row
      if (edited.contested) contested.push(cell)
      else cells.push(cell)
    }
  }
}

async function compareNewLine(comparison: Comparison, line: GivenLine): Promise<void> {
  const { context, compared, lines, given, record, added, cells } = comparison
  const { exchange } = compared
  const { base } = originOfLine(given, line)
  if (base) {
    const isUntouched = lines.columns.every(({ field }) =>
      isSameText(context.app, field, line.texts[field.name] ?? '', base[field.name] ?? ''),
    )
    if (!isUntouched) cells.push(keyCell(exchange, lines, line, phrase('import_line_gone')))
    return
  }
  if (lines.isFixed) return void cells.push(keyCell(exchange, lines, line, fieldError('lines_fixed')))
  const values: Record<string, unknown> = {}
  for (const column of lines.columns) {
    const { name, title } = column.field
    const file = line.texts[name] ?? ''
    if (file === '' || line.merged?.[name] !== undefined) continue
    const request = { column, text: file, values: {}, transition: lines.transition, id: record.id }
    const read = await valueIn(context, compared, request)
    if ('value' in read) values[column.line] = read.value
    const error = 'wrong' in read ? textOf(read.wrong, exchange.spoken) : undefined
    cells.push(lineCell(exchange, line.row, { title, file, ...(error && { error }) }))
  }
  added.push({ row: line.row, values })
}

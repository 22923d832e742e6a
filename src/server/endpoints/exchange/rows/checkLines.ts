// Compares the rows of a file with the lines of their record, and tries the record's transition with all of them.
import { fillLineNumbers } from '../../../../manifest/fieldTypes/lineNumbers'
import { fieldError } from '../../../../manifest/fieldTypes/fieldErrors'
import { isComputed, type Field } from '../../../../manifest/model/field'
import { isSameTitle, textIn, type Text } from '../../../../manifest/model/text'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import { idOf } from '../../../../manifest/expression/values/value'
import type { LineValue, RecordData } from '../../../../protocol/calls'
import { RequestError } from '../../../../protocol/requestError'
import { phrase } from '../../../context/phrases'
import type { DryRun } from '../../../mutation/dryRuns'
import type { RequestContext } from '../../contract/operation'
import { isSameText } from '../exchangeCells'
import type { CheckedRow, GivenLine, GivenRow, StoredCell } from '../imports'
import type { ExchangeScreen, SheetField } from '../sheetColumns'
import type { Compared } from './compared'
import { lineKey, lineRecords, linesOfRecord } from './lineRecords'
import { changeWarnings, editedCell, isReferenceTo, mergedCells, valueIn } from './rowCells'
import { lineCellErrors, lineCellTitle, mergeCells, withError } from './rowErrors'
import { dryRunOf } from './tryRows'

/** A line that is written; `row`: that of the file which has changed it. */
interface WrittenLine {
  row: number | null
  readonly values: Record<string, unknown>
}

/** What rows change in the lines of a record. */
interface Comparison {
  readonly context: RequestContext
  readonly compared: Compared
  readonly given: GivenRow
  readonly record: RecordData
  /** The lines of the record, by the paths of the columns. */
  readonly present: readonly RecordData[]
  readonly written: WrittenLine[]
  readonly cells: StoredCell[]
  /** Cells that another user has changed, too: of the whole record one decision is made. */
  readonly contested: StoredCell[]
}

/** How rows differ from the lines of their record, before any rule of the transition. A missing line stays. */
export async function checkLines(
  context: RequestContext,
  compared: Compared,
  given: GivenRow,
  record: RecordData,
): Promise<CheckedRow> {
  const { exchange } = compared
  const { field } = exchange.lines!
  const lines = linesOfRecord(record, field.name)
  const comparison: Comparison = {
    ...{ context, compared, given, record },
    present: lines.length === 0 ? [] : lineRecords(exchange, field, [record]),
    written: lines.map((line) => ({ row: null, values: writtenValues(field, line) })),
    ...{ cells: [], contested: [] },
  }
  await compareRows(comparison)
  const { written, contested } = comparison
  const choice = contested.length === 0 ? [] : [contestedLines(context, exchange, contested)]
  const cells = [...choice, ...comparison.cells]
  const message = changeWarnings(context, compared, { given, record }, cells)
  const about = { record: record.id, label: record.label, cells, ...(message && { message }) }
  if (cells.length === 0) return { state: 'same', ...about }
  const plan = {
    transition: exchange.update!,
    id: record.id,
    version: record.version,
    values: { [field.name]: numbered(field, written) },
    rows: written.map(({ row }) => row),
  }
  const isWrong = cells.some(({ error }) => error)
  return { state: isWrong ? 'refused' : contested.length > 0 ? 'conflict' : 'update', plan, ...about }
}

/** A line as a form sends it. */
function writtenValues({ fields = {} }: Field, line: LineValue): Record<string, unknown> {
  const entered = Object.values(fields).filter((cell) => !isComputed(cell))
  return Object.fromEntries(
    entered.map(({ name, type }) => [name, type === 'ref' ? (idOf(line[name]) ?? null) : (line[name] ?? null)]),
  )
}

const numbered = (field: Field, lines: readonly WrittenLine[]) =>
  fillLineNumbers(
    lines.map(({ values }) => values),
    field,
  )

/** The contested cells of a record as one, since its transition writes all of its lines or none. */
function contestedLines(
  { caller }: RequestContext,
  { lines }: ExchangeScreen,
  contested: readonly StoredCell[],
): StoredCell {
  const { name, title } = lines!.field
  const listed = (text: (cell: StoredCell) => string | undefined) =>
    contested.map((cell) => `${textIn(cell.title, caller.language)}: ${text(cell) ?? ''}`).join('; ')
  const isKnown = contested.every(({ base }) => base !== undefined)
  return {
    ...{ title, field: name, contested: true },
    ...(isKnown && { base: listed(({ base }) => base) }),
    file: listed(({ file }) => file),
    now: listed(({ now }) => now),
  }
}

async function compareRows(comparison: Comparison): Promise<void> {
  const { context, compared, given, present } = comparison
  const { exchange, cellText } = compared
  const keyIn = ({ texts }: GivenLine) => lineKey(context.app, exchange, ({ name }) => texts[name] ?? '')
  const keys = present.map((line) => lineKey(context.app, exchange, (field) => cellText(line, field)))
  // Lines that rows name by their key are no longer found by their content.
  const taken = new Set((given.lines ?? []).flatMap((line) => (keyIn(line) === undefined ? [] : [keyIn(line)])))
  const seen = new Map<string, number>()
  const free = new Set(present.keys())
  for (const line of given.lines ?? []) {
    comparison.cells.push(...wrongKeyCells(comparison, line))
    if (isEmptyLine(exchange, line)) continue
    const key = keyIn(line)
    const twin = key === undefined ? undefined : seen.get(key)
    if (twin !== undefined) {
      comparison.cells.push(keyCell(exchange, line, phrase('import_row_twin', { row: twin })))
      continue
    }
    if (key !== undefined) seen.set(key, line.row)
    const index =
      key === undefined
        ? [...free].find((place) => !taken.has(keys[place]) && hasContent(comparison, present[place]!, line))
        : keys.indexOf(key)
    if (index !== undefined) free.delete(index)
    if (index !== undefined && index >= 0) await compareLine(comparison, line, index)
    else await compareNewLine(comparison, line)
  }
}

const lineColumns = ({ columns }: ExchangeScreen) =>
  columns.filter((column): column is SheetField & { readonly line: string } => column.line !== undefined)

const isEmptyLine = (exchange: ExchangeScreen, { texts }: GivenLine): boolean =>
  lineColumns(exchange).every(({ field: { name } }) => (texts[name] ?? '') === '')

/** Cells of the record's key that the file changes, and cells that are merged with others. */
function wrongKeyCells({ context, compared, given, record }: Comparison, line: GivenLine): StoredCell[] {
  const { exchange, cellText } = compared
  const merged = mergedCells(exchange, line)
  const edited = exchange.columns.flatMap(({ field, line: cell }): StoredCell[] => {
    if (cell !== undefined || line.merged?.[field.name] !== undefined) return []
    const change = editedCell(context, { ...originOfLine(given, line) }, field, cellText(record, field))
    const error = textOf(phrase('import_cell_fixed'), exchange.spoken)
    return change ? [{ title: field.title, file: change.file, now: change.now, error }] : []
  })
  return [...merged, ...edited].map((cell) => atRow(exchange, line, cell))
}

/** What is known of the export of a line; its texts count only where those of its record do. */
const originOfLine = ({ id, exportedAs, base }: GivenRow, line: GivenLine) => ({
  ...(id !== undefined && { id }),
  ...(exportedAs !== undefined && { exportedAs }),
  texts: line.texts,
  ...(base && line.base && { base: line.base }),
})

const atRow = ({ spoken }: ExchangeScreen, { row }: GivenLine, cell: StoredCell): StoredCell => ({
  ...cell,
  title: lineCellTitle(spoken, row, cell.title),
})

/** A refusal at the first cell that identifies the line. */
function keyCell(exchange: ExchangeScreen, line: GivenLine, problem: LocalizableText): StoredCell {
  const columns = lineColumns(exchange)
  const { field } = columns.find((column) => exchange.lines!.keys.includes(column.line)) ?? columns[0]!
  const error: Text = textOf(problem, exchange.spoken)
  return atRow(exchange, line, { title: field.title, file: line.texts[field.name] ?? '', error })
}

/** Whether a line has all that a row without its key has: a file that is brought in again adds nothing. */
function hasContent({ context, compared }: Comparison, present: RecordData, { texts }: GivenLine): boolean {
  return lineColumns(compared.exchange).every(({ field }) => {
    const text = texts[field.name] ?? ''
    return text === '' || isSameText(context.app, field, text, compared.cellText(present, field))
  })
}

async function compareLine(comparison: Comparison, line: GivenLine, index: number): Promise<void> {
  const { context, compared, given, record, present, written, cells, contested } = comparison
  const { exchange, cellText } = compared
  for (const column of lineColumns(exchange)) {
    const { field } = column
    if (exchange.lines!.keys.includes(column.line) || line.merged?.[field.name] !== undefined) continue
    const now = cellText(present[index]!, field)
    const edited = editedCell(context, originOfLine(given, line), field, now)
    if (!edited) continue
    const { id } = record
    const request = { column, text: edited.file, values: {}, transition: exchange.update!, id }
    const read = column.update ? await valueIn(context, compared, request) : { wrong: phrase('import_cell_fixed') }
    if ('value' in read && isReferenceTo(present[index]!.values[field.name], read.value)) continue
    const cell = atRow(exchange, line, edited)
    const { title, file } = cell
    if ('wrong' in read) cells.push({ title, file, now, error: textOf(read.wrong, exchange.spoken) })
    else {
      written[index]!.values[column.line] = read.value
      written[index]!.row = line.row
      if (edited.contested) contested.push(cell)
      else cells.push({ title, file, now })
    }
  }
}

async function compareNewLine(comparison: Comparison, line: GivenLine): Promise<void> {
  const { context, compared, given, record, written, cells } = comparison
  const { exchange } = compared
  const { base } = originOfLine(given, line)
  const columns = lineColumns(exchange)
  if (base) {
    const isUntouched = columns.every(({ field }) =>
      isSameText(context.app, field, line.texts[field.name] ?? '', base[field.name] ?? ''),
    )
    if (!isUntouched) cells.push(keyCell(exchange, line, phrase('import_line_gone')))
    return
  }
  if (exchange.lines!.isFixed) return void cells.push(keyCell(exchange, line, fieldError('lines_fixed')))
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const { name, title } = column.field
    const file = line.texts[name] ?? ''
    if (file === '' || line.merged?.[name] !== undefined) continue
    const request = { column, text: file, values: {}, transition: exchange.update!, id: record.id }
    const read = await valueIn(context, compared, request)
    if ('value' in read) values[column.line] = read.value
    cells.push(
      atRow(exchange, line, {
        ...{ title, file },
        ...('wrong' in read && { error: textOf(read.wrong, exchange.spoken) }),
      }),
    )
  }
  written.push({ row: line.row, values })
}

/** What becomes of a record by a dry run of its transition with all of its lines. */
export async function judgeLines(
  context: RequestContext,
  { exchange, byId }: Compared,
  checked: CheckedRow,
  given: GivenRow,
): Promise<CheckedRow> {
  const record = byId.get(checked.plan?.id ?? 0)
  if (!record) return checked
  const { field } = exchange.lines!
  const { name, title } = field
  const isWrong = checked.cells.some(({ error }) => error)
  const dryRun = await dryRunOf(context, exchange, checked, [])
  if (isWrong) return withOtherRows(exchange, checked, dryRun, given)
  if (!(dryRun instanceof RequestError)) {
    const before = linesOfRecord(record, name).map((line) => writtenValues(field, line))
    if (!dryRun.hidden.has(name)) return { ...checked, before: { [name]: before } }
    const error = textOf(phrase('import_cell_hidden'), exchange.spoken)
    return { ...checked, state: 'refused', cells: [...checked.cells, { title, file: '', error }] }
  }
  if (dryRun.key === 'too_many_lookups')
    return { ...checked, state: 'refused', message: textOf(phrase('import_row_unchecked'), exchange.spoken) }
  return { ...checked, ...withError(exchange, checked, dryRun, given), state: 'refused' }
}

/** Adds the refused cells of rows that could be read: those of the others may come from what is missing. */
function withOtherRows(
  exchange: ExchangeScreen,
  checked: CheckedRow,
  dryRun: DryRun | RequestError,
  given: GivenRow,
): CheckedRow {
  if (!(dryRun instanceof RequestError)) return checked
  const isRead = (row: number) =>
    !given.lines?.some((line) =>
      exchange.columns.some(({ field }) => {
        const title = lineCellTitle(exchange.spoken, line.row, field.title)
        return line.row === row && checked.cells.some((cell) => cell.error && isSameTitle(cell.title, title))
      }),
    )
  const refused = lineCellErrors(exchange, checked.plan, dryRun, given.lines).filter(({ row }) => isRead(row))
  const added = refused.map(({ title, file, error }) => ({ title, file, error }))
  return { ...checked, cells: mergeCells(checked.cells, added) }
}

// POST /api/exchange/lines: reads a file as lines of a form and tries them with its transition.
// Nothing is written.
import { fillLineNumbers } from '../../../../manifest/fieldTypes/lineNumbers'
import { fieldTitled } from '../../../../manifest/fieldTypes/parseInput'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { LineValue } from '../../../../protocol/calls'
import type { NumberedTable } from '../../../../protocol/exchange/tableFile'
import type { LineError, ReadLine, ReadLines, ReadLinesRequest } from '../../../../protocol/exchange/linesCalls'
import { isLastingRefusal, RequestError } from '../../../../protocol/requestError'
import { callerText, phrase } from '../../../context/phrases'
import { dryRunTransition } from '../../../mutation/dryRuns'
import { dryRunDependencies } from '../../../mutation/runDependencies'
import type { RequestContext } from '../../contract/operation'
import { readUploaded, unnamedColumns, uploadedFile } from '../begin'
import { readExchangeCell } from '../exchangeCells'
import { offeredRecord, recordsNamed, unknownWithExamples, type NamedRecords } from '../rows/recordNames'
import { filledLines, type RowOfLines } from './filledLines'
import { openLines, optionsOfCell, type OpenLines } from './formLines'
import { lineError } from './lineError'

const lineBounds = { unpackedBytes: 10 * 1024 * 1024, cells: 100_000, seconds: 60 }

/** @throws RequestError import_columns_unknown, import_without_rows, and others for a file or form out of reach */
export async function readLines(context: RequestContext, request: ReadLinesRequest): Promise<ReadLines> {
  const open = await openLines(context, request)
  const file = await uploadedFile(context, request.file)
  const table = await readUploaded(context, file, { ...lineBounds, rows: open.maxLines }, { fields: open.columns })
  const { columns, ignored } = matchedColumns(open, table)
  const named = await namedRecords(context, open, columns, table)
  const reader = createCellReader(context, request, { ...open, named })
  const rows: RowOfLines[] = []
  for (const row of table.rows.slice(1)) rows.push(await readLine(context, reader, columns, row))
  if (rows.length === 0) throw new RequestError('import_without_rows')
  const lines = open.filling
    ? filledLines(context, open, open.filling, rows)
    : rows.map(({ texts: _texts, ...read }) => read)
  const unread = [...ignored, ...unnamedColumns(context, table)]
  return { ignored: unread, ...(await dryRunLines(context, request, open, lines)) }
}

function matchedColumns(
  { columns: offered }: OpenLines,
  { rows: [head] }: NumberedTable,
): { readonly columns: readonly (Field | undefined)[]; readonly ignored: readonly string[] } {
  const titles = head?.cells ?? []
  const columns = titles.map((title) => fieldTitled(title, offered))
  const named = columns.filter((field) => field !== undefined)
  if (named.length === 0) throw new RequestError('import_columns_unknown', { column: offered[0]?.title ?? '' })
  if (new Set(named).size < named.length) throw new RequestError('import_columns_repeated')
  return { columns, ignored: titles.filter((title, index) => title !== '' && !columns[index]) }
}

type CellReader = (
  cell: Field,
  text: string,
) => Promise<{ readonly value: unknown } | { readonly wrong: LocalizableText } | undefined>

/** Whether the form fills in a cell; the texts of other cells identify the line. */
const isFilledIn = ({ filling }: OpenLines, cell: Field): boolean => !filling || filling.fields.includes(cell.name)

/** The records that the cells of each column name, by the name of the column. */
async function namedRecords(
  context: RequestContext,
  open: OpenLines,
  columns: readonly (Field | undefined)[],
  table: NumberedTable,
): Promise<ReadonlyMap<string, NamedRecords>> {
  const named = new Map<string, NamedRecords>()
  for (const [index, cell] of columns.entries()) {
    if (cell?.type !== 'ref' || !isFilledIn(open, cell)) continue
    const texts = table.rows
      .slice(1)
      .map(({ cells }) => cells[index] ?? '')
      .filter((text) => 'searchText' in readExchangeCell(context.app, cell, text))
    named.set(cell.name, await recordsNamed(context, referencedEntity(cell), [...new Set(texts)]))
  }
  return named
}

/**
 * References by the options of the form, each text looked up once. Cells that the form does not fill in are not parsed.
 */
function createCellReader(
  context: RequestContext,
  request: ReadLinesRequest,
  open: OpenLines & { readonly named: ReadonlyMap<string, NamedRecords> },
): CellReader {
  const readings = new Map<string, ReturnType<CellReader>>()
  const lookUp: CellReader = async (cell, text) => {
    const ids = open.named.get(cell.name)?.get(text) ?? []
    const options = optionsOfCell(request, cell, open.transition)
    return ids.length === 0
      ? unknownWithExamples(context, options, cell, text)
      : offeredRecord(context, options, text, ids)
  }
  return (cell, text) => {
    if (!isFilledIn(open, cell)) return Promise.resolve(undefined)
    const read = readExchangeCell(context.app, cell, text)
    if (!('searchText' in read)) return Promise.resolve(read)
    const key = JSON.stringify([cell.name, text])
    const reading = readings.get(key) ?? lookUp(cell, text)
    readings.set(key, reading)
    return reading
  }
}

async function readLine(
  context: RequestContext,
  reader: CellReader,
  columns: readonly (Field | undefined)[],
  { number: row, cells, merged }: NumberedTable['rows'][number],
): Promise<RowOfLines> {
  const line: Record<string, unknown> = {}
  const texts: Record<string, string> = {}
  const errors: LineError[] = []
  for (const [index, field] of columns.entries()) {
    if (!field) continue
    const text = cells[index] ?? ''
    texts[field.name] = text
    const cell = merged?.[index]
    if (cell !== undefined) {
      errors.push(lineError(context, field, text, phrase('import_cell_merged', { cell })))
      continue
    }
    const read = await reader(field, text)
    if (!read) continue
    if ('value' in read) line[field.name] = read.value
    else errors.push(lineError(context, field, text, read.wrong))
  }
  return { row, line: line as LineValue, errors, texts }
}

/** The refusals of the form's own transition for these lines; the form handles those of other fields. */
async function dryRunLines(
  context: RequestContext,
  { entity, transition, field, input }: ReadLinesRequest,
  open: OpenLines,
  lines: readonly ReadLine[],
): Promise<Pick<ReadLines, 'lines' | 'message'>> {
  const { columns, record } = open
  const values = { ...input, [field]: triedLines(open, lines) }
  const about = record && { id: Number(record.id), version: Number(record.version) }
  const request = { entity, transition, ...about, values }
  const refused = await dryRunTransition(dryRunDependencies(context), context.caller, request, context.now).then(
    () => undefined,
    (error: unknown) => {
      if (isLastingRefusal(error)) return error
      throw error
    },
  )
  const fieldError = refused?.fields?.[field]
  return {
    lines: lines.map((read, position) => {
      // A row that fills in no line of the form has no refusal of its own.
      const index = open.filling ? read.lineIndex : position
      if (index === undefined) return read
      const refusals = columns.flatMap((cell) => {
        const message = refused?.fields?.[`${field}.${index}.${cell.name}`]
        const isNamed = read.errors.some((error) => error.field === cell.name)
        return message && !isNamed ? [lineError(context, cell, textOfCell(read.line[cell.name]), message)] : []
      })
      return { ...read, errors: [...read.errors, ...refusals] }
    }),
    ...(fieldError && { message: callerText(context, fieldError) }),
  }
}

/** The lines of the form with what was read. */
function triedLines({ field, filling }: OpenLines, lines: readonly ReadLine[]): readonly object[] {
  if (filling) {
    const read = new Map(lines.map(({ lineIndex, line }) => [lineIndex, line]))
    return filling.lines.map((line, index) => ({ ...line, ...read.get(index) }))
  }
  // Tried with numbers, answered without: the form continues the numbering of its own lines.
  return fillLineNumbers(
    lines.map(({ line }) => line),
    field,
  )
}

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? String((value as { label?: unknown }).label ?? '') : String(value)
}

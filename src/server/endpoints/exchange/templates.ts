// POST /api/exchange/template and /export: a sheet to fill in, or the records of a list to edit.
import type { FormField } from '../../../manifest/model/transition'
import { typesWith, type Field } from '../../../manifest/model/field'
import type { App } from '../../../manifest/model/app'
import { textOf } from '../../../manifest/expression/message'
import { textIn, untranslated, type Text } from '../../../manifest/model/text'
import { callerText, joined, phrase } from '../../context/phrases'
import { Readable } from 'node:stream'
import type { ExchangeExportRequest, TemplateRequest } from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import type { RecordData } from '../../../protocol/calls'
import type { Reply } from '../../../protocol/transport'
import { StreamedReply, streamReply } from '../../context/streamedReply'
import { maxRecords } from '../../../protocol/exchange/tableFile'
import { boundSentence, recordBounds, type TableBound } from '../../files/spreadsheets/tableBounds'
import { boundedBook, type BookColumn } from '../../files/spreadsheets/exchangeBook'
import { xlsxType } from '../../files/spreadsheets/xlsx'
import { columnCharacters, type Cell } from '../../files/spreadsheets/cells'
import { recordAudit } from '../../mutation/audit'
import { mapInSlices } from '../../workers/timeSlices'
import type { RequestContext } from '../contract/operation'
import { fileName } from '../lists/export'
import { acquireExportSlot } from '../lists/exportSlots'
import { cellChoices } from './choices'
import { exampleText, exchangeCell, isSameText } from './exchangeCells'
import { recordReferences } from './rows/recordNames'
import { lineRecords } from './rows/lineRecords'
import { foundRecords } from './rows/sheetRecords'
import { openExchange, type ExchangeScreen, type SheetField } from './sheetColumns'

/** Replies with an empty xlsx file. @throws RequestError where an import may add neither records nor lines */
export async function exchangeTemplate(context: RequestContext, { screen }: TemplateRequest): Promise<Reply> {
  const exchange = openExchange(context, screen)
  if (exchange.create === undefined && !exchange.lines) throw new RequestError('import_takes_no_new')
  return bookReply(context, { ...exchange, columns: templateColumns(exchange) })
}

const templateColumns = ({ columns }: ExchangeScreen) => columns.filter(({ create }) => create)

/**
 * Replies with an xlsx file of the records found, and writes an audit row. @throws RequestError beyond `maxRecords`: a
 * cut file would be edited as if it were whole; own_exports_running, exports_running
 */
export async function exportToEdit(context: RequestContext, request: ExchangeExportRequest): Promise<Reply> {
  const exchange = openExchange(context, request.screen)
  const leave = acquireExportSlot(context.server.database, Number(context.caller.me.id))
  try {
    return await bookToEdit(context, exchange, request)
  } finally {
    leave()
  }
}

async function bookToEdit(
  context: RequestContext,
  exchange: ExchangeScreen,
  { screen, ...found }: ExchangeExportRequest,
): Promise<Reply> {
  const all = await foundRecords(context, exchange, found, maxRecords + 1)
  const records = exchange.lines ? lineRecords(exchange.lines, all) : all
  if (records.length > maxRecords) throw tooMuchToEdit('rows')
  const columns = exchange.columns.filter(({ input }) => !input)
  const reply = await bookReply(context, { ...exchange, columns }, records)
  await recordAudit(context, { action: 'export', screen, detail: JSON.stringify(found), rows: records.length })
  return reply
}

const tooMuchToEdit = (bound: TableBound) =>
  new RequestError('export_to_edit_too_large', { bound: boundSentence(bound, recordBounds) })

/** Without records: a sheet to fill in, with an example of each cell. */
async function bookReply(
  context: RequestContext,
  exchange: ExchangeScreen,
  toEdit?: readonly RecordData[],
): Promise<Reply> {
  const { app, caller } = context
  const { screen, entity, columns } = exchange
  const columnsOut: BookColumn[] = []
  for (const column of columns)
    columnsOut.push(await bookColumn(context, exchange, column, toEdit ? column.update : column.create))
  const idTitle = callerText(context, phrase('import_record_id'))
  const idColumn: BookColumn = { title: idTitle, width: 12, required: false, hint: idTitle, editable: false }
  const writers = columns.map(({ field }) => exchangeCell(app, entity, field, caller.language))
  const examples = exampleCells(app, columns).map(
    (text, index) => text ?? choiceExample(context, columns[index]!, columnsOut[index]!),
  )
  const example = toEdit ? undefined : examples.map((text) => textIn(text, caller.language))
  const records = toEdit ?? []
  const references = await recordReferences(context, columns, records)
  const rows = await mapInSlices(records, ({ id, values }): Cell[] => [
    { kind: 'number', text: String(id) },
    ...columns.map(({ field }, index) => writers[index]!(references(field, values[field.name] ?? null))),
  ])
  const hidden = hiddenRows(context, exchange, records, rows)
  const book = await boundedBook(
    {
      title: textIn(screen.title, caller.language),
      columns: toEdit ? [idColumn, ...columnsOut] : columnsOut,
      rows,
      ...(example && { example }),
      hidden,
      locked: toEdit !== undefined,
    },
    recordBounds,
  )
  if ('exceeded' in book) throw tooMuchToEdit(book.exceeded)
  const stream = Readable.from([book])
  return streamReply(new StreamedReply(stream, xlsxType, { name: fileName(context, screen, 'xlsx') }))
}

/** Made as they are written, so that they need neither a piece of time nor memory of their own. */
function* hiddenRows(
  { app, caller }: RequestContext,
  { screen, entity, columns }: ExchangeScreen,
  records: readonly RecordData[],
  rows: readonly (readonly Cell[])[],
): Generator<readonly string[]> {
  yield ['exchange', screen.path, app.revision, caller.language, entity.name]
  yield ['', '', ...columns.map(({ field }) => field.name)]
  for (const [index, [, ...cells]] of rows.entries()) {
    const { id, version } = records[index]!
    yield [String(id), String(version), ...cells.map((cell) => cell?.text ?? '')]
  }
}

/** Types whose values may be the name of a record. */
const nameTypes = typesWith(['string', 'text'], {
  without: [
    'int',
    'money',
    'decimal',
    'boolean',
    'mobile',
    'choice',
    'ref',
    'files',
    'lines',
    'date',
    'datetime',
    'address',
  ],
})

/**
 * The example row of a template, marked as such in one cell. Derived from the manifests alone, so that an import
 * recognizes it in any file; undefined where it depends on the caller's choices.
 */
function exampleCells(app: App, columns: readonly SheetField[]): (Text | undefined)[] {
  const textual = columns.findIndex(({ field }) => nameTypes.has(field.type))
  return columns.map(({ field, create }, index) => {
    if (index === Math.max(textual, 0)) return textOf(phrase('import_example'), app.product)
    if (create?.visibleWhen) return untranslated('')
    if (field.dictionary !== undefined)
      return app.dictionaries[field.dictionary]?.items.find(({ retired }) => !retired)?.title ?? untranslated('')
    const example = exampleText(field)
    if (example) return textOf(example, app.product)
    return nameTypes.has(field.type) ? namedExample(app, field) : undefined
  })
}

/** undefined where only texts of a certain form are accepted. */
const namedExample = (app: App, { title, pattern, format }: Field): Text =>
  pattern === undefined && format === undefined
    ? textOf(phrase('import_example_text', { field: title }), app.product)
    : untranslated('')

function choiceExample({ app }: RequestContext, { field }: SheetField, { choices }: BookColumn): Text {
  const [first] = choices ?? []
  return first === undefined
    ? textOf(phrase('import_example_text', { field: field.title }), app.product)
    : untranslated(first)
}

/** The mark of an example row, in every language. */
export const exampleMarks = ({ product }: App): readonly string[] =>
  Object.values(textOf(phrase('import_example'), product))

/** Whether a row is the example of a template, and whether its other cells are as well. */
export function exampleRow(
  app: App,
  exchange: ExchangeScreen,
  cells: readonly string[],
  texts: Readonly<Record<string, string>>,
): 'untouched' | 'filledIn' | undefined {
  const marks = exampleMarks(app)
  if (!cells.some((cell) => marks.includes(cell))) return undefined
  const columns = templateColumns(exchange)
  const isUntouched = exampleCells(app, columns).every((example, index) => {
    const { field } = columns[index]!
    const text = texts[field.name]
    if (text === undefined || example === undefined) return true
    return Object.values(example).some((one) => isSameText(app, field, one, text))
  })
  return isUntouched ? 'untouched' : 'filledIn'
}

/** Types that are written in one way only. */
const formattedTypes = typesWith(['date', 'datetime', 'address'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'boolean', 'mobile', 'choice', 'ref', 'files', 'lines'],
})

async function bookColumn(
  context: RequestContext,
  exchange: ExchangeScreen,
  { field, line }: SheetField,
  formField: SheetField['create' | 'update'],
): Promise<BookColumn> {
  const choices = await cellChoices(context, exchange, field, formField)
  const column = sheetColumn(context, field, formField ?? {}, choices)
  if (exchange.lines && (line === undefined || exchange.lines.keys.includes(line))) {
    // New rows fill it in to name their record and their line.
    const note = callerText(context, phrase('import_lines_note', { lines: exchange.lines.field.title }))
    return { ...column, hint: [note, column.hint].join(' · '), editable: true }
  }
  const fixed = formField ? [] : [callerText(context, phrase('import_cell_unchanged'))]
  return { ...column, hint: [column.hint, ...fixed].join(' · '), editable: formField !== undefined }
}

/** The column of a field: its title and width, what it takes, and whether a value is required. */
export function sheetColumn(
  context: RequestContext,
  field: Field,
  formField: Partial<Pick<FormField, 'required' | 'requiredWhen'>>,
  choices: readonly string[] | undefined,
): Omit<BookColumn, 'editable'> {
  const { language } = context.caller
  const example = exampleText(field)
  const hints = [
    formField.required && callerText(context, phrase('import_cell_required')),
    formField.requiredWhen && callerText(context, phrase('import_cell_sometimes_required')),
    field.help && textIn(field.help, language),
    example && (formattedTypes.has(field.type) || field.format === 'percent') && callerText(context, example),
    choices?.length && callerText(context, joined('choices', choices.slice(0, 10).map(untranslated))),
  ]
  return {
    title: textIn(field.title, language),
    width: Math.max(10, columnCharacters(field.type)),
    required: formField.required ?? false,
    hint: hints.filter((hint) => typeof hint === 'string' && hint !== '').join(' · ') || textIn(field.title, language),
    ...(choices && { choices }),
  }
}

// POST /api/exchange/template and /export: a sheet to fill in, or the records of a list to edit.
import type { FormField } from '../../../manifest/model/transition'
import { typesWith, type Field } from '../../../manifest/model/field'
import { textIn, untranslated } from '../../../manifest/model/text'
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
import { noteAudit } from '../../mutation/audit'
import type { RequestContext } from '../contract/operation'
import { fileName } from '../lists/export'
import { cellChoices } from './choices'
import { exampleTexts, exchangeCell } from './exchangeCells'
import { foundRecords } from './sheetRecords'
import { openExchange, type ExchangeScreen, type SheetField } from './sheetColumns'

export async function exchangeTemplate(context: RequestContext, { screen }: TemplateRequest): Promise<Reply> {
  const exchange = openExchange(context, screen)
  if (exchange.create === undefined) throw new RequestError('import_takes_no_new')
  const columns = exchange.columns.filter(({ create }) => create)
  return bookReply(context, { ...exchange, columns }, [], false)
}

export async function exportToEdit(context: RequestContext, request: ExchangeExportRequest): Promise<Reply> {
  const exchange = openExchange(context, request.screen)
  const { screen, ...found } = request
  const records = await foundRecords(context, exchange, found, maxRecords + 1)
  if (records.length > maxRecords) throw tooMuchToEdit('rows')
  const columns = exchange.columns.filter(({ input }) => !input)
  const reply = await bookReply(context, { ...exchange, columns }, records, true)
  await noteAudit(context, { action: 'export', screen, detail: JSON.stringify(found), rows: records.length })
  return reply
}

const tooMuchToEdit = (bound: TableBound) =>
  new RequestError('export_to_edit_too_large', { bound: boundSentence(bound, recordBounds) })

async function bookReply(
  context: RequestContext,
  exchange: ExchangeScreen,
  records: readonly RecordData[],
  toEdit: boolean,
): Promise<Reply> {
  const { app, caller } = context
  const { screen, entity, columns } = exchange
  const columnsOut: BookColumn[] = []
  for (const column of columns) columnsOut.push(await bookColumn(context, exchange, column, toEdit))
  const idTitle = callerText(context, phrase('import_record_id'))
  const idColumn: BookColumn = { title: idTitle, width: 12, required: false, hint: idTitle, editable: false }
  const writers = columns.map(({ field }) => exchangeCell(app, entity, field, caller.language))
  const rows = records.map(({ id, values }): Cell[] => [
    { kind: 'number', text: String(id) },
    ...columns.map(({ field }, index) => writers[index]!(values[field.name] ?? null)),
  ])
  const kept = [
    ['exchange', screen.path, app.revision, caller.language],
    ['', '', ...columns.map(({ field }) => field.name)],
    ...rows.map((row, index) => [
      String(records[index]!.id),
      String(records[index]!.version),
      ...row.slice(1).map((cell) => cell?.text ?? ''),
    ]),
  ]
  const book = await boundedBook(
    {
      title: textIn(screen.title, caller.language),
      columns: toEdit ? [idColumn, ...columnsOut] : columnsOut,
      rows,
      kept,
      locked: toEdit,
    },
    recordBounds,
  )
  if ('exceeded' in book) throw tooMuchToEdit(book.exceeded)
  const stream = Readable.from([book])
  return streamReply(new StreamedReply(stream, xlsxType, { name: fileName(context, screen, 'xlsx') }))
}

/** Types that are written in one way only. */
const formatted = typesWith(['date', 'datetime', 'address'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'boolean', 'mobile', 'choice', 'ref', 'files', 'lines'],
})

async function bookColumn(
  context: RequestContext,
  exchange: ExchangeScreen,
  { field, create, update }: SheetField,
  toEdit: boolean,
): Promise<BookColumn> {
  const ask = toEdit ? update : create
  const choices = await cellChoices(context, exchange, field, ask)
  const column = sheetColumn(context, field, ask ?? {}, choices)
  const fixed = toEdit && !ask ? [callerText(context, phrase('import_cell_unchanged'))] : []
  return { ...column, hint: [column.hint, ...fixed].join(' · '), editable: ask !== undefined }
}

/** The column of a field: its title and width, what it takes, and whether a value is required. */
export function sheetColumn(
  context: RequestContext,
  field: Field,
  ask: Partial<Pick<FormField, 'required' | 'requiredWhen'>>,
  choices: readonly string[] | undefined,
): Omit<BookColumn, 'editable'> {
  const { language } = context.caller
  const hints = [
    ask.required && callerText(context, phrase('import_cell_required')),
    ask.requiredWhen && callerText(context, phrase('import_cell_sometimes_required')),
    field.help && textIn(field.help, language),
    formatted.has(field.type) && exampleTexts[field.type] && callerText(context, exampleTexts[field.type]!),
    choices?.length && callerText(context, joined('choices', choices.slice(0, 10).map(untranslated))),
  ]
  return {
    title: textIn(field.title, language),
    width: Math.max(10, columnCharacters(field.type)),
    required: ask.required ?? false,
    hint: hints.filter((hint) => typeof hint === 'string' && hint !== '').join(' · ') || textIn(field.title, language),
    ...(choices && { choices }),
  }
}

// POST /api/exchange/linesSheet: a sheet for lines of a form, empty or with the present ones.
import { isPlainObject } from '../../../../manifest/json/jsonText'
import { Readable } from 'node:stream'
import { idOf } from '../../../../manifest/expression/values/value'
import { textIn } from '../../../../manifest/model/text'
import type { Field } from '../../../../manifest/model/field'
import type { AddressValue, Value } from '../../../../protocol/calls'
import type { LinesSheetRequest } from '../../../../protocol/exchange/linesCalls'
import type { Reply } from '../../../../protocol/transport'
import { StreamedReply, streamReply } from '../../../context/streamedReply'
import type { Cell } from '../../../files/spreadsheets/cells'
import { exchangeBook, type BookColumn } from '../../../files/spreadsheets/exchangeBook'
import { xlsxType } from '../../../files/spreadsheets/xlsx'
import type { RequestContext } from '../../contract/operation'
import { fileName } from '../../lists/export'
import { dictionaryChoices, referenceChoices } from '../choices'
import { exchangeCell } from '../exchangeCells'
import { recordReferences } from '../rows/recordNames'
import { sheetColumn } from '../templates'
import { openLines, optionsOfCell, type OpenLines } from './formLines'

/**
 * Replies with an xlsx file whose rows are written as they are sent. Lines of a form that fills existing ones get a
 * sheet with locked cells.
 */
export async function linesSheet(context: RequestContext, request: LinesSheetRequest): Promise<Reply> {
  const { app, caller } = context
  const open = await openLines(context, request)
  const { entity, field, columns, filling } = open
  const bookColumns: BookColumn[] = []
  for (const cell of columns) {
    const editable = !filling || filling.fields.includes(cell.name)
    const choices = editable ? await choicesOf(context, request, open, cell) : undefined
    const required = {
      required: filling ? editable && filling.required : cell.required,
      ...(editable && cell.requiredWhen && { requiredWhen: cell.requiredWhen }),
    }
    bookColumns.push({ ...sheetColumn(context, cell, required, choices), editable })
  }
  const writers = columns.map((cell) => exchangeCell(app, entity, cell, caller.language))
  const lines = (request.lines ?? []).map((line) => ({
    values: Object.fromEntries(columns.map((cell) => [cell.name, shownValue(cell, line[cell.name])])),
  }))
  const references = await recordReferences(
    context,
    columns.map((field) => ({ field })),
    lines,
  )
  const rows = lines.map(({ values }) =>
    columns.map((cell, index): Cell => writers[index]!(references(cell, values[cell.name] ?? null))),
  )
  const title = textIn(field.title, caller.language)
  const book = exchangeBook({ title, columns: bookColumns, rows, hidden: [], locked: filling !== undefined })
  const stream = Readable.from(book, { objectMode: false, highWaterMark: 64 * 1024 })
  return streamReply(new StreamedReply(stream, xlsxType, { name: fileName(context, field, 'xlsx') }))
}

/** The form's value, complete or not; null for what a cell cannot show. */
function shownValue({ type }: Field, value: unknown): Value {
  switch (type) {
    case 'string':
    case 'text':
    case 'mobile':
    case 'choice':
    case 'int':
    case 'money':
    case 'decimal':
    case 'date':
    case 'datetime':
      return typeof value === 'string' || typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'ref':
      return isPlainObject(value) && typeof value.label === 'string'
        ? { id: idOf(value) ?? 0, label: value.label }
        : null
    case 'address':
      return isPlainObject(value) ? addressOf(value) : null
    case 'files':
    case 'lines':
      return null
    default:
      return type satisfies never
  }
}

function addressOf(value: Readonly<Record<string, unknown>>): AddressValue {
  const part = (name: string) => (typeof value[name] === 'string' ? value[name] : '')
  return { province: part('province'), city: part('city'), district: part('district'), detail: part('detail') }
}

async function choicesOf(
  context: RequestContext,
  request: LinesSheetRequest,
  { transition }: OpenLines,
  cell: Field,
): Promise<string[] | undefined> {
  if (cell.type !== 'ref') return dictionaryChoices(context, cell)
  return referenceChoices(context, optionsOfCell(request, cell, transition), cell)
}

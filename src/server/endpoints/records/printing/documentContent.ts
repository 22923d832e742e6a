// Renders the content of a document of a record as text.
// Titles, values, tables and paragraphs are formatted in the caller's language.
import { dayText, momentText } from '../../../../manifest/expression/values/dayStyles'
import { currencySignOf, withSign } from '../../../../manifest/expression/values/currency'
import { groupThousands, movePoint } from '../../../../manifest/expression/values/decimalText'
import { isNumberType } from '../../../../manifest/expression/values/valueTypes'
import { wideTypes } from '../../../../manifest/fieldTypes/typeSets'
import { entityOf, type App } from '../../../../manifest/model/app'
import type { Column } from '../../../../manifest/model/column'
import { printedRows, sealAt } from '../../../../manifest/access/recordRules'
import type { DocumentSection, Letterhead, PrintedDocument, RelatedPart } from '../../../../manifest/model/document'
import type { Entity } from '../../../../manifest/model/entity'
import type { Field } from '../../../../manifest/model/field'
import { textIn, type Text } from '../../../../manifest/model/text'
import { fillText } from '../../../../manifest/expression/template'
import { sumOfAmounts } from '../../../../manifest/expression/values/decimal'
import { fieldTypes } from '../../../../manifest/fieldTypes/fieldTypes'
import type { FileValue, LineValue, RecordAnswer, RecordData, Value } from '../../../../protocol/calls'
import { messageText } from '../../../../manifest/expression/message'
import { localeOf, phrase } from '../../../context/phrases'
import { createCellWriter } from '../../../files/spreadsheets/cells'
import type {
  DocumentContent,
  DocumentPart,
  DocumentTable,
  HeadContent,
  TitledText,
} from '../../../workers/documentPdf'

interface PrintContext {
  readonly app: App
  readonly entity: Entity
  readonly record: RecordData
  /** The related lists of the record. */
  readonly related?: RecordAnswer['related']
  readonly language: string
}
type Displayed = Pick<Column, 'field' | 'type' | 'dictionary'> & Partial<Pick<Column, 'format'>>

const nothing = '—'

export function documentContent(document: PrintedDocument, context: PrintContext): DocumentContent {
  const { app, record, language } = context
  return {
    title: textIn(document.title, language),
    subtitle: String(record.values.no ?? record.label),
    // The PDF writer fills in both numbers.
    pageNumber: messageText(
      phrase('document_page', { page: '{page}', count: '{count}' }),
      localeOf(app.product, language),
    ),
    ...(document.letterhead && { letterhead: headOf(document.letterhead, context) }),
    parts: document.sections.filter(isPrinted(record)).map((section) => ({
      ...(section.title && { heading: textIn(section.title, language) }),
      ...partOf(section, context),
      ...sealOf(section, context),
    })),
  }
}

/** A table of lines without a line would be an empty frame under its title. */
const isPrinted =
  ({ values }: RecordData) =>
  ({ lines }: DocumentSection): boolean =>
    lines === undefined || ((values[lines] ?? []) as readonly LineValue[]).length > 0

/** Leaves out values that the tenant lacks. */
function headOf({ name, contacts, logo, footer }: Letterhead, context: PrintContext): HeadContent {
  const text = (column: Column) => standaloneText(column, context)
  const picture = logo === undefined ? undefined : pictureIn(context.record.values[logo])
  return {
    name: text(name),
    contacts: contacts.flatMap((column) =>
      text(column) ? [`${textIn(column.title, context.language)} ${text(column)}`] : [],
    ),
    ...(picture !== undefined && { logo: picture }),
    ...(footer && { footer: text(footer) }),
  }
}

function sealOf(section: DocumentSection, { app, record }: PrintContext): Pick<DocumentPart, 'seal'> {
  const seal = sealAt(section, record, app.product.timezone)
  const picture = seal && pictureIn(record.values[seal.path])
  return picture === undefined ? {} : { seal: { place: seal!.place - 1, picture } }
}

/** The id of the first file in a value. */
const pictureIn = (value: Value | undefined): string | undefined =>
  (value as readonly FileValue[] | null | undefined)?.[0]?.id

function partOf(section: DocumentSection, context: PrintContext): DocumentPart {
  const { fields, lines, related, columns = [], text, signatures } = section
  const { record, language } = context
  if (fields) return { pairs: fields.map((column) => pairOf(column, context)) }
  if (lines !== undefined) return { table: tableOf(columns, record.values[lines], context) }
  if (related) return relatedPart(related, columns, context)
  const filled = (written: Text) =>
    fillText(written, language, (path) => formattedText(fieldAtPath(path, context), record.values[path], context))
  if (text) return { paragraphs: filled(text).split('\n') }
  return { signatures: signatures?.map(filled) ?? [] }
}

function pairOf(column: Column, context: PrintContext): TitledText {
  return {
    title: textIn(column.title, context.language),
    text: standaloneText(column, context) || nothing,
    wide: wideTypes.has(column.type),
  }
}

/** The lines, and the sum of the last column of money. */
function tableOf(columns: readonly Column[], value: Value | undefined, context: PrintContext): DocumentTable {
  const lines = (value ?? []) as readonly LineValue[]
  const cellContext = { ...context, entity: undefined }
  const rows = lines.map((line) => columns.map((column) => formattedText(column, line[column.field], cellContext)))
  const summed = columns.findLast(({ type }) => type === 'money')
  const sums = columns.map((column, index) => {
    if (column === summed) return groupThousands(sumOfAmounts(lines, column.field))
    return index === 0 ? messageText(phrase('total'), localeOf(context.app.product, context.language)) : ''
  })
  return {
    columns: headsOf(columns, context.language),
    rows,
    ...(summed && { sums }),
  }
}

/** The records as the detail view lists them, without sums: they may be in any state. */
function relatedPart(part: RelatedPart, columns: readonly Column[], context: PrintContext): DocumentPart {
  const { entity: name, reference, narrowed } = part
  const { app, language, related = [] } = context
  const { rows, more } = related.find(({ entity, by }) => entity === name && by === reference) ?? { rows: [] }
  const cellContext = { app, entity: entityOf(app, name), language }
  const left = [
    ...(more ? [phrase('document_more', { count: rows.length })] : []),
    ...(narrowed ? [phrase('document_narrowed')] : []),
  ]
  return {
    table: {
      columns: headsOf(columns, language),
      rows: printedRows(part, rows, app.product.timezone).map(({ values }) =>
        columns.map((column) => formattedText(column, values[column.field], cellContext)),
      ),
    },
    ...(left.length > 0 && {
      paragraphs: left.map((message) => messageText(message, localeOf(app.product, language))),
    }),
  }
}

const headsOf = (columns: readonly Column[], language: string): DocumentTable['columns'] =>
  columns.map(({ title, type }) => ({
    title: textIn(title, language),
    share: fieldTypes[type].sheetWidth,
    right: isNumberType(type),
  }))

/** A value beside its name: an amount has the sign of its currency, as on the record's page. */
function standaloneText(column: Column, context: PrintContext): string {
  const { app, language, record } = context
  const text = formattedText(column, record.values[column.field], context)
  return column.type === 'money' && text !== ''
    ? withSign(text, currencySignOf(language, app.product.currency)())
    : text
}

/** A value as text for people, '' if empty. `entity`: the owner of the path; absent for a cell of a line. */
function formattedText(
  field: Displayed,
  value: Value | undefined,
  { app, entity, language }: Pick<PrintContext, 'app' | 'language'> & { readonly entity: Entity | undefined },
): string {
  const cell = value === undefined ? null : createCellWriter(app, entity, field, language)(value)
  if (cell === null) return ''
  switch (cell.kind) {
    case 'money':
      return groupThousands(cell.text)
    case 'number':
      return field.format === 'percent' ? percent(cell.text, field.type === 'decimal') : cell.text
    case 'day':
      return dayText(cell.text, language)
    case 'moment':
      return momentText(cell.text.slice(0, 10), cell.text.slice(11, 16), language)
    default:
      return cell.text.replaceAll('\n', ', ')
  }
}

const percent = (text: string, isPart: boolean): string => `${isPart ? movePoint(text, 2) : text}%`

function fieldAtPath(path: string, { app, entity }: PrintContext): Displayed {
  let field: Field | undefined
  let owner: Entity | undefined = entity
  for (const name of path.split('.')) {
    field = owner?.fields[name]
    owner = app.entities[field?.entity ?? '']
  }
  return {
    field: path,
    type: field?.type ?? 'string',
    ...(field?.dictionary !== undefined && { dictionary: field.dictionary }),
    ...(field?.format && { format: field.format }),
  }
}

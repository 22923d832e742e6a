// POST /api/exchange/begin:
// stores the rows of an uploaded file, without comparing or applying them.
import { idOf } from '../../../manifest/expression/values/value'
import { inOneLanguage } from '../../context/language'
import { callerText, phrase, phrases } from '../../context/phrases'
import { arrayBuffer } from 'node:stream/consumers'
import sql, { join, type Sql } from 'sql-template-tag'
import type {
  BeginImportRequest,
  BegunImport,
  ColumnMatches,
  ImportState,
  MatchedHeadings,
} from '../../../protocol/exchange/exchangeCalls'
import { RequestError } from '../../../protocol/requestError'
import { maxBytes, maxRecords, type NumberedTable } from '../../../protocol/exchange/tableFile'
import { msPerDay } from '../../../manifest/expression/values/days'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { fieldTitled, withoutNote } from '../../../manifest/fieldTypes/parseInput'
import { findFile, type FileRow } from '../../files/fileRecords'
import { readStored } from '../../files/saveUpload'
import { hiddenHeadRows, hiddenSheet } from '../../files/spreadsheets/exchangeBook'
import { columnName } from '../../files/spreadsheets/xlsx'
import { boundSentence, recordBounds, type TableBound, type TableBounds } from '../../files/spreadsheets/tableBounds'
import type { WantedCells } from '../../workers/packedTable'
import { readTableInThread } from '../../workers/readTable'
import { inSlices } from '../../workers/timeSlices'
import { WorkEnded } from '../../workers/threads'
import type { Context } from '../../context/context'
import type { RequestContext } from '../contract/operation'
import { refuseRunning } from './earlierImports'
import { exportedByKey, originOf, type FileOrigin } from './fileOrigin'
import { importOf, type GivenRow } from './imports'
import { exchangeKey } from './rows/compared'
import { rowsByRecord, type NumberedRow } from './rows/linesOfRows'
import { sendAbandoned } from './importSummaries'
import { openExchange, type ExchangeScreen } from './sheetColumns'
import { exampleMarks, exampleRow } from './templates'

const importDays = 30
/** Maximum unknown headings that are reported. */
const maxIgnored = 20

/**
 * Returns the new import with the matching of its columns, for `stepImport` to go on.
 * @throws RequestError for a file that cannot be read, has no rows, or is being written by another import
 */
export async function beginImport(context: RequestContext, request: BeginImportRequest): Promise<BegunImport> {
  const exchange = openExchange(context, request.screen)
  const file = await uploadedFile(context, request.file)
  await refuseRunning(context, { screen: request.screen, digest: file.digest })
  const wanted: WantedCells = {
    fields: exchange.columns.map(({ field }) => field),
    headings: [...recordIdTitles, ...Object.keys(request.columns ?? {})],
    texts: exampleMarks(context.app),
    hiddenNames: Object.keys(exchange.entity.migration.rename),
  }
  const table = await readUploaded(context, file, recordBounds, wanted)
  const matched = matchColumns(exchange, table, request.columns ?? {})
  const origin = await originOf(context.app, exchange, table.hidden)
  const tableRows = await rowsOfTable(context.app, exchange, matched, origin)
  const rows = exchange.lines ? rowsByRecord(context.app, exchange, exchange.lines, tableRows) : tableRows
  if (rows.length === 0) throw new RequestError('import_without_rows')
  await sendAbandoned(context, exchange)
  const id = await context.server.database.transaction(async ({ query }) => {
    const rowsWithoutOriginals = rows.filter(({ id: number, base }) => number !== undefined && !base).length
    const hidden = hiddenIn(table, matched.matching)
    const isExplained = rowsWithoutOriginals > 0 || origin.isOtherRevision || hidden
    const started = await createImport({ ...context, query }, request.screen, file, {
      ignored: [...ignoredHeadings(matched.matching), ...unnamedColumns(context, table)].slice(0, maxIgnored),
      ...(isExplained && { origin: { rowsWithoutOriginals, isOtherRevision: origin.isOtherRevision, ...hidden } }),
    })
    await insertRows(query, started, rows)
    return started
  })
  const matching = inOneLanguage(matched.matching, context.app.product, context.caller.language)
  return { ...(await importOf(context, id)), matching }
}

/** @throws RequestError import_file_missing also for a file of another account */
export async function uploadedFile(context: RequestContext, id: string): Promise<FileRow> {
  const file = await findFile(context, id)
  if (!file || file.createdBy !== context.caller.me.id) throw new RequestError('import_file_missing')
  return file
}

/**
 * The rows of a file; `bounds.rows` without those of headings.
 * @throws RequestError import_file_type, import_too_large, import_unreadable
 */
export async function readUploaded(
  context: RequestContext,
  file: FileRow,
  bounds: TableBounds,
  wanted: WantedCells,
): Promise<NumberedTable> {
  const { name, digest, size } = file
  const tooLarge = (bound: TableBound) =>
    new RequestError('import_too_large', { name, bound: boundSentence(bound, bounds) })
  if (!/\.(csv|xlsx)$/i.test(name)) throw new RequestError('import_file_type')
  if (Number(size) > maxBytes) throw tooLarge('bytes')
  const bytes = await arrayBuffer(await readStored(context, digest))
  // Any sheet may be the hidden one of an export, or the one with its choices.
  const sheetBounds = { ...bounds, rows: maxRecords + hiddenHeadRows }
  const task = { name, bytes, most: sheetBounds, hidden: hiddenSheet, wanted }
  const table = await readTableInThread(task, bounds.seconds, context.queryOwner.account).catch((error: unknown) => {
    if (error instanceof RequestError) throw error
    throw error instanceof WorkEnded ? tooLarge('work') : new RequestError('import_unreadable', { name })
  })
  if ('exceeded' in table) throw tooLarge(table.exceeded)
  if (table.rows.length - 1 > bounds.rows) throw tooLarge('rows')
  return table
}

/** The columns of a file by position: the field of each, if any, and the record number; and the rows below them. */
interface MatchedColumns {
  readonly body: NumberedTable['rows']
  readonly columns: readonly (Field | undefined)[]
  readonly idPlace: number
  readonly matching: MatchedHeadings
}

/** @throws RequestError import_columns_unknown, import_columns_repeated, with the matching as data to correct */
function matchColumns(
  { columns: offered }: ExchangeScreen,
  { rows }: NumberedTable,
  given: ColumnMatches,
): MatchedColumns {
  const fields = offered.map(({ field }) => field)
  const titles = rows[0]?.cells ?? []
  const isRecordId = (title: string) =>
    recordIdTitles.some((idTitle) => withoutNote(idTitle) === withoutNote(title)) &&
    !Object.hasOwn(given, title) &&
    !fieldTitled(title, fields)
  const exactPlace = titles.findIndex((title) => recordIdTitles.includes(title))
  const idPlace = exactPlace === -1 ? titles.findIndex(isRecordId) : exactPlace
  const columns = titles.map((title) =>
    Object.hasOwn(given, title) ? fields.find(({ name }) => name === given[title]) : fieldTitled(title, fields),
  )
  const matching: MatchedHeadings = {
    headings: titles.flatMap((heading, index) =>
      heading === '' || index === idPlace ? [] : [{ heading, field: columns[index]?.name ?? null }],
    ),
    fields: fields.map(({ name, title }) => ({ name, title })),
  }
  const named = columns.filter((field) => field !== undefined)
  if (named.length === 0)
    throw new RequestError('import_columns_unknown', { column: fields[0]?.title ?? '' }, { data: { matching } })
  if (new Set(named).size < named.length) throw new RequestError('import_columns_repeated', {}, { data: { matching } })
  return { body: rows.slice(1), columns, idPlace, matching }
}

async function rowsOfTable(
  app: App,
  exchange: ExchangeScreen,
  { body, columns, idPlace }: MatchedColumns,
  origin: FileOrigin,
): Promise<NumberedRow[]> {
  const seen = new Map<string, number>()
  const given: NumberedRow[] = []
  const idIn = (cells: readonly string[]) =>
    /^[1-9]\d{0,14}$/.test(cells[idPlace] ?? '') ? Number(cells[idPlace]) : undefined
  const isUnnumbered = origin.records.size > 0 && body.some(({ cells }) => idIn(cells) === undefined)
  const byKey = isUnnumbered ? await exportedByKey(app, exchange, origin) : undefined
  await inSlices(body, ({ number, cells, merged: covered }) => {
    const texts = Object.fromEntries(
      columns.flatMap((field, place) => (field ? [[field.name, cells[place] ?? '']] : [])),
    )
    const example = exampleRow(app, exchange, cells, texts)
    if (example === 'untouched') return
    const id = idIn(cells)
    if (id === undefined && Object.values(texts).every((text) => text === '')) return
    const merging = mergingOf(columns, idPlace, covered)
    if (merging.mergedNumber) return void given.push({ row: number, texts, ...merging })
    const identity = id === undefined ? JSON.stringify(exchange.key.map((name) => texts[name] ?? '')) : `#${id}`
    const isNamed = id !== undefined || exchange.key.every((name) => (texts[name] ?? '') !== '')
    // A filled-in example row is refused: a later row with the same record is no repetition of it.
    const isKnown = isNamed && !example
    const twin = isKnown ? seen.get(identity) : undefined
    if (isKnown && twin === undefined) seen.set(identity, number)
    const exportedAs =
      id === undefined ? byKey && (byKey.get(exchangeKey(app, exchange, ({ name }) => texts[name] ?? '')) ?? null) : id
    const exported = origin.records.get(exportedAs ?? 0)
    const reference = id !== undefined ? { id } : exportedAs !== undefined ? { exportedAs } : {}
    const about = { ...reference, ...exported, ...(twin && { twin }), ...merging }
    given.push({ row: number, texts, ...about, ...(example && { example: true as const }) })
  })
  return given
}

/** Into which cells those of a row are merged. */
function mergingOf(
  columns: MatchedColumns['columns'],
  idPlace: number,
  covered: NumberedTable['rows'][number]['merged'],
): Pick<GivenRow, 'merged' | 'mergedNumber'> {
  if (!covered) return {}
  const merged = Object.fromEntries(
    columns.flatMap((field, index) => (field && covered[index] ? [[field.name, covered[index]]] : [])),
  )
  const mergedNumber = covered[idPlace]
  return { merged, ...(mergedNumber !== undefined && { mergedNumber }) }
}

/** Titles in every language, since the sender may read another one than the exporter. */
const recordIdTitles: readonly string[] = Object.values(phrases.import_record_id)

const maxRowsPerStatement = 200
/** A row may have long texts; a statement of this many characters takes milliseconds to build. */
const maxCharactersPerStatement = 512 * 1024

const ignoredHeadings = ({ headings }: MatchedHeadings) =>
  headings.flatMap(({ heading, field }) => (field === null ? [heading] : []))

/** Columns that have cells without a heading, named as a spreadsheet names them, in the language of the caller. */
export const unnamedColumns = (context: RequestContext, { unnamed = [] }: NumberedTable): string[] =>
  unnamed.map((index) => callerText(context, phrase('import_column_unnamed', { column: columnName(index) })))

/** What of the matched columns and their rows a person does not see in the file. */
function hiddenIn({ concealed }: NumberedTable, { headings }: MatchedHeadings) {
  if (!concealed) return undefined
  const isMatched = (heading: string) => headings.some((item) => item.heading === heading && item.field !== null)
  const hiddenColumns = concealed.columns.filter(isMatched)
  if (hiddenColumns.length === 0 && concealed.rows === 0) return undefined
  return { hiddenColumns, hiddenRows: concealed.rows }
}

/** Creates an import and deletes expired ones; records the headings without a column. */
async function createImport(
  { app, caller, now, query }: Context,
  screen: string,
  file: FileRow,
  { ignored, origin }: Pick<ImportState, 'ignored' | 'origin'>,
): Promise<number> {
  const by = String(caller.me[app.access.identity.nameField] ?? '')
  await query(
    sql`DELETE FROM "_import" WHERE "at" < ${new Date(now.getTime() - importDays * msPerDay)}
      AND "id" NOT IN (SELECT "import" FROM "_importRow" WHERE "events" IS NOT NULL)`,
  )
  const [imported] = await query<{ id: number }>(
    sql`INSERT INTO "_import" ("account", "by", "tenant", "screen", "file", "digest", "at", "phase", "ignored",
        "origin")
      VALUES (${caller.me.id}, ${by}, ${idOf(caller.tenant)}, ${screen}, ${file.name}, ${file.digest}, ${now},
        'checking', ${JSON.stringify(ignored)}::jsonb, ${origin ? JSON.stringify(origin) : null}::jsonb)
      RETURNING "id"`,
  )
  return Number(imported!.id)
}

async function insertRows(query: Context['query'], id: number, rows: readonly NumberedRow[]): Promise<void> {
  let values: Sql[] = []
  let characters = 0
  const insert = () => {
    const inserted = join(values, ', ')
    values = []
    characters = 0
    return query(sql`INSERT INTO "_importRow" ("import", "row", "given", "state") VALUES ${inserted}`)
  }
  for (const { row, ...given } of rows) {
    const text = JSON.stringify(given)
    values.push(sql`(${id}::bigint, ${row}::int, ${text}::jsonb, 'waiting')`)
    characters += text.length
    if (values.length === maxRowsPerStatement || characters > maxCharactersPerStatement) await insert()
  }
  if (values.length > 0) await insert()
}

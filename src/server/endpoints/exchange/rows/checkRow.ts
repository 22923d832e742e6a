// Compares rows with their records, before the dry run of each row's transition.
import { declared } from '../../../../manifest/expression/values/present'
import { transitionOf } from '../../../../manifest/model/entity'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { RecordData } from '../../../../protocol/calls'
import { phrase } from '../../../context/phrases'
import { valueOfRule } from '../../../context/callerRules'
import type { RequestContext } from '../../contract/operation'
import type { GivenRow, CheckedRow, StoredCell, StoredRow } from '../imports'
import type { ExchangeScreen, SheetField } from '../sheetColumns'
import { changedSince, exchangeKey, type Compared } from './compared'
import { isFinal } from './sheetRecords'
import { checkLines } from './checkLines'
import { judgeLines } from './judgeLines'
import { judgeRow } from './judgeRow'
import { changeWarnings, editedCell, refersTo, mergedCells, valueIn } from './rowCells'
import { dryRunRows } from './tryRows'

const refused = ({ spoken }: ExchangeScreen, message: LocalizableText): CheckedRow => ({
  state: 'refused',
  message: textOf(message, spoken),
  cells: [],
})

/** What becomes of rows. The new ones are tried together, and each by itself where that is refused. */
export async function checkRows(
  context: RequestContext,
  compared: Compared,
  rows: readonly StoredRow[],
): Promise<(CheckedRow & Pick<StoredRow, 'row'>)[]> {
  const comparedRows = new Map<StoredRow, CheckedRow>()
  for (const row of rows) comparedRows.set(row, await compareRow(context, compared, row))
  const tried = await dryRunRows(context, compared.exchange, [...comparedRows.values()])
  const checked = []
  for (const [{ row, given }, difference] of comparedRows)
    checked.push({
      row,
      ...(compared.exchange.lines
        ? await judgeLines(context, compared, difference, given)
        : await judgeRow(context, compared, difference, { given, dryRun: tried.get(difference) })),
    })
  return checked
}

/** How a row differs from its record, before any rule of the transition. */
async function compareRow(context: RequestContext, compared: Compared, { given }: StoredRow): Promise<CheckedRow> {
  const { exchange } = compared
  if (given.example) return refused(exchange, phrase('import_row_example', { text: phrase('import_example') }))
  if (given.mergedNumber !== undefined) return refusedNumber(exchange, given, given.mergedNumber)
  if (given.twin !== undefined) return refused(exchange, phrase('import_row_twin', { row: given.twin }))
  const record = recordOfRow(context, compared, given)
  if (record && 'wrong' in record) return refused(exchange, record.wrong)
  if (!record) return checkNewRow(context, compared, given)
  const current = withOriginals(given, record)
  return exchange.lines
    ? checkLines(context, compared, exchange.lines, { given: current, record })
    : checkChange(context, compared, current, record)
}

/** A row whose number is in another cell may be meant for any record: its key does not replace the number. */
function refusedNumber(exchange: ExchangeScreen, given: GivenRow, cell: string): CheckedRow {
  const { spoken } = exchange
  const error = textOf(phrase('import_cell_merged', { cell }), spoken)
  const number: StoredCell = { title: textOf(phrase('import_record_id'), spoken), file: '', error }
  const label = given.texts[exchange.entity.labelField]
  return { state: 'refused', cells: [number, ...mergedCells(exchange, given)], ...(label && { label }) }
}

/** The exported texts of a row that its key names count only if they are of the record that has the key now. */
function withOriginals(given: GivenRow, { id }: RecordData): GivenRow {
  const { exportedAs, base: _base, version: _version, ...row } = given
  return exportedAs === undefined || exportedAs === id ? given : { ...row, exportedAs: null }
}

function recordOfRow(
  { app }: RequestContext,
  { exchange, byId, byKey }: Compared,
  { id, texts }: GivenRow,
): RecordData | { readonly wrong: LocalizableText } | undefined {
  if (id !== undefined) return byId.get(id) ?? { wrong: phrase('import_record_missing') }
  const found = byKey.get(exchangeKey(app, exchange, ({ name }) => texts[name] ?? '')) ?? []
  return found.length > 1 ? { wrong: phrase('import_records_match', { count: found.length }) } : found[0]
}

async function checkNewRow(context: RequestContext, compared: Compared, given: GivenRow): Promise<CheckedRow> {
  const { exchange } = compared
  const { create, screen, entity, key } = exchange
  if (create === undefined)
    return { ...refused(exchange, phrase('import_nothing_matches')), cells: mergedCells(exchange, given) }
  const preset = Object.entries(screen.exchange!.values).map(([name, rule]) => [name, valueOfRule(context, rule)])
  const values: Record<string, unknown> = Object.fromEntries(preset)
  const cells = mergedCells(exchange, given)
  for (const column of columnsToRead(exchange, create, given)) {
    const file = given.texts[column.field.name] ?? ''
    if (file === '') continue
    const read = column.create
      ? await valueIn(context, compared, { column, text: file, values, transition: create })
      : { wrong: phrase('import_cell_not_new') }
    if ('wrong' in read) cells.push({ title: column.field.title, file, error: textOf(read.wrong, exchange.spoken) })
    else values[column.field.name] = read.value
  }
  const state = cells.length > 0 ? 'refused' : 'create'
  const label = [entity.labelField, ...key].map((name) => given.texts[name]).find((text) => text)
  return { state, plan: { transition: create, values }, cells, ...(label && { label }) }
}

async function checkChange(
  context: RequestContext,
  compared: Compared,
  given: GivenRow,
  record: RecordData,
): Promise<CheckedRow> {
  const { exchange } = compared
  const { update } = exchange
  const values: Record<string, unknown> = {}
  const cells = mergedCells(exchange, given)
  for (const column of columnsToRead(exchange, update, given)) {
    const { field } = column
    const edited = editedCell(context, given, field, compared.cellText(record, field))
    if (edited === undefined) continue
    const read =
      column.update && update !== undefined
        ? await valueIn(context, compared, { column, text: edited.file, values, transition: update, id: record.id })
        : { wrong: phrase('import_cell_fixed') }
    if ('value' in read && refersTo(record.values[field.name], read.value)) continue
    cells.push({ ...edited, ...('wrong' in read && { error: textOf(read.wrong, exchange.spoken) }) })
    if ('value' in read) values[field.name] = read.value
  }
  const message = changeWarnings(exchange, cells, changedSince(context, compared, given, record))
  const about = { record: record.id, label: record.label, cells, ...(message && { message }) }
  if (cells.length === 0)
    return isFinal(exchange, record.state) && given.id === undefined && !given.exportedAs
      ? { ...about, state: 'refused', cells: closedKey(exchange, given, record) }
      : { state: 'same', ...about }
  if (update === undefined) return { state: 'refused', ...about }
  const plan = { transition: update, id: record.id, version: record.version, values }
  const isWrong = cells.some(({ error }) => error)
  const isContested = cells.some(({ contested }) => contested)
  return { state: isWrong ? 'refused' : isContested ? 'conflict' : 'update', plan, ...about }
}

/** A row without a number is meant to add something, which a closed record cannot accept. */
function closedKey({ columns, entity, key, spoken }: ExchangeScreen, { texts }: GivenRow, record: RecordData) {
  const state = declared(entity.states, record.state ?? '').title
  const error = textOf(phrase('import_record_closed', { state }), spoken)
  return columns.flatMap(({ field }): StoredCell[] =>
    field.name === key[0] ? [{ title: field.title, file: texts[field.name] ?? '', error }] : [],
  )
}

/** Without merged cells, in the form's order: the options of a reference may depend on earlier values. */
function columnsToRead(
  { columns, entity }: ExchangeScreen,
  transition: string | undefined,
  { merged }: GivenRow,
): SheetField[] {
  const order = transition === undefined ? [] : transitionOf(entity, transition).form.map(({ field }) => field)
  const place = ({ field }: SheetField) => (order.includes(field.name) ? order.indexOf(field.name) : order.length)
  const read = columns.filter(({ field }) => merged?.[field.name] === undefined)
  return read.sort((a, b) => place(a) - place(b))
}

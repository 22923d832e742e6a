// Compares rows with their records, before the dry run of each row's transition.
import { declared, firstItem } from '../../../../manifest/expression/values/present'
import { transitionOf } from '../../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { RecordData, Value } from '../../../../protocol/calls'
import { joined, phrase } from '../../../context/phrases'
import { valueOfRule } from '../../../context/callerRules'
import type { RequestContext } from '../../contract/operation'
import { isSameText, readExchangeCell } from '../exchangeCells'
import type { GivenRow, CheckedRow, StoredCell, StoredRow } from '../imports'
import type { ExchangeScreen, SheetField } from '../sheetColumns'
import { changedSince, exchangeKey, type Compared } from './compared'
import { offeredRecord, unknownName, unknownWithExamples } from './recordNames'
import { isFinal } from './sheetRecords'
import { judgeRow } from './judgeRow'
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
      ...(await judgeRow(context, compared, difference, { given, dryRun: tried.get(difference) })),
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
  return record
    ? checkChange(context, compared, withOriginals(given, record), record)
    : checkNewRow(context, compared, given)
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
  if (create === undefined) return refused(exchange, phrase('import_nothing_matches'))
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
    if ('value' in read && isReferenceTo(record.values[field.name], read.value)) continue
    cells.push({ ...edited, ...('wrong' in read && { error: textOf(read.wrong, exchange.spoken) }) })
    if ('value' in read) values[field.name] = read.value
  }
  const isUnknown = cells.some(({ contested, base }) => contested && base === undefined)
  const warnings = [
    isUnknown && phrase('import_originals_unknown'),
    cells.length > 0 && changedSince(context, compared, given, record),
  ].filter((warning) => warning !== undefined && warning !== false)
  const message = warnings.length > 0 && textOf(joined('sequence', warnings), exchange.spoken)
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

/** Cells whose value is in another one: it may be meant for them too, or they may be meant to be empty. */
function mergedCells({ columns, spoken }: ExchangeScreen, { merged, texts }: GivenRow): StoredCell[] {
  return columns.flatMap(({ field: { name, title } }) => {
    const cell = merged?.[name]
    const error = cell && textOf(phrase('import_cell_merged', { cell }), spoken)
    return error ? [{ title, file: texts[name] ?? '', error }] : []
  })
}

/** Whether a reference is meant that the record has already, in other words. */
const isReferenceTo = (present: Value | undefined, id: unknown): boolean =>
  typeof present === 'object' && present !== null && 'id' in present && present.id === id

/** The cell of a field if the file changes what the record has `now`; undefined for an untouched one. */
function editedCell(
  { app }: RequestContext,
  { id, exportedAs, texts, base: bases }: GivenRow,
  field: Field,
  now: string,
): StoredCell | undefined {
  const file = texts[field.name]
  const base = bases?.[field.name]
  if (file === undefined || (base === undefined && file === '')) return undefined
  if (isSameText(app, field, file, now) || (base !== undefined && isSameText(app, field, file, base))) return undefined
  const isExported = id !== undefined || exportedAs !== undefined
  // Without the exported text, an untouched cell that a colleague has changed looks like one that was edited.
  const contested = base === undefined ? isExported : !isSameText(app, field, now, base)
  return {
    title: field.title,
    file,
    now,
    ...(contested && { contested, field: field.name, ...(base !== undefined && { base }) }),
  }
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

interface CellRequest {
  readonly column: SheetField
  readonly text: string
  /** The values of the cells before it. */
  readonly values: Readonly<Record<string, unknown>>
  readonly transition: string
  readonly id?: number
}

async function valueIn(
  context: RequestContext,
  { exchange: { entity }, named, offered, examples }: Compared,
  { column: { field, create, update }, text, values, transition, id }: CellRequest,
): Promise<{ readonly value: unknown } | { readonly wrong: LocalizableText }> {
  const read = readExchangeCell(context.app, field, text)
  if (!('searchText' in read)) return read
  const ids = named.get(referencedEntity(field))?.get(text) ?? []
  if (ids.length === 1) return { value: firstItem(ids) }
  const { optionsWhere } = (id === undefined ? create : update) ?? {}
  const dependsOnForm = optionsWhere !== undefined || context.caller.scope === 'all'
  const request = { entity: entity.name, transition, field: field.name, input: values, ...(id !== undefined && { id }) }
  const key = JSON.stringify([transition, field.name, text, dependsOnForm ? [id, values] : []])
  const lookUp = async () => {
    if (ids.length > 0) return offeredRecord(context, request, text, ids)
    return examples.left-- > 0
      ? unknownWithExamples(context, request, field, text)
      : { wrong: unknownName(field, text) }
  }
  const reading = offered.get(key) ?? lookUp()
  offered.set(key, reading)
  const answer = await reading
  return 'value' in answer ? { value: answer.value.id } : answer
}

// Compares rows with their records and makes a dry run of the transition of each row.
import { declared, firstItem } from '../../../../manifest/expression/values/present'
import { transitionOf } from '../../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { RecordData, Value } from '../../../../protocol/calls'
import { RequestError } from '../../../../protocol/requestError'
import { joined, phrase } from '../../../context/phrases'
import { valueOfRule } from '../../../context/callerRules'
import type { DryRun } from '../../../mutation/dryRuns'
import type { RequestContext } from '../../contract/operation'
import { isSameText, quotable, readExchangeCell } from '../exchangeCells'
import type { GivenRow, CheckedRow, StoredCell, StoredRow } from '../imports'
import type { ExchangeScreen, SheetField } from '../sheetColumns'
import { isCertain, refuseHiddenCells, sameTitle, withError, withFurtherErrors } from './rowErrors'
import { withoutContested } from './contested'
import { changedSince, exchangeKey, type Compared } from './compared'
import { offeredRecord } from './recordNames'
import { isFinal } from './sheetRecords'
import { dryRunOf, dryRunRows } from './tryRows'

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
  if (given.twin !== undefined) return refused(exchange, phrase('import_row_twin', { row: given.twin }))
  const record = recordOfRow(context, compared, given)
  if (record && 'wrong' in record) return refused(exchange, record.wrong)
  return record
    ? checkChange(context, compared, withOriginals(given, record), record)
    : checkNewRow(context, compared, given)
}

/** The exported texts of a row that its key names count only if they are of the record that has the key now. */
function withOriginals(given: GivenRow, { id }: RecordData): GivenRow {
  const { exportedAs, base: _base, version: _version, ...row } = given
  return exportedAs === undefined || exportedAs === id ? given : { ...row, exportedAs: null }
}

async function judgeRow(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  { given, dryRun: tried }: Pick<StoredRow, 'given'> & { readonly dryRun: DryRun | undefined },
): Promise<CheckedRow> {
  if (!checked.plan) return checked
  const { exchange } = compared
  const wrong = exchange.columns.filter(({ field }) =>
    checked.cells.some((cell) => cell.error && sameTitle(field, cell)),
  )
  const { id } = checked.plan
  const unread = wrong.flatMap(({ field, create, update }) =>
    (id === undefined ? create : update) ? [field.name] : [],
  )
  const dryRun = tried ?? (await dryRunOf(context, exchange, checked, unread))
  if (wrong.length > 0) return isCertain(dryRun, unread) ? withFurtherErrors(exchange, checked, dryRun, given) : checked
  if (dryRun instanceof RequestError && dryRun.key === 'too_many_lookups')
    return { ...checked, state: 'refused', message: textOf(phrase('import_row_unchecked'), exchange.spoken) }
  if (dryRun instanceof RequestError)
    return (
      (await judgeOthers(context, compared, checked, { given, refusal: dryRun })) ?? {
        ...checked,
        ...withError(exchange, checked, dryRun, given),
        state: 'refused',
      }
    )
  const visible = refuseHiddenCells(exchange, checked, dryRun, given)
  if (id === undefined || visible !== checked) return visible
  const cells = [...checked.cells, ...clearedCells(compared, checked, dryRun)]
  return { ...checked, cells, before: oldValues(exchange, dryRun) }
}

/** Where the contested cells of a row are refused: the row with its other edits, if these are sound. */
async function judgeOthers(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  { given, refusal }: Pick<StoredRow, 'given'> & { readonly refusal: RequestError },
): Promise<CheckedRow | undefined> {
  const others = withoutContested(checked)
  const judged = others && (await judgeRow(context, compared, others, { given, dryRun: undefined }))
  if (judged?.state !== 'update') return undefined
  const reasons = Object.values(refusal.fields ?? {})
  const problem = joined('sequence', reasons.length > 0 ? reasons : [refusal.sentence])
  return { ...judged, message: textOf(phrase('import_contested_refused', { problem }), compared.exchange.spoken) }
}

/** What goes with the answer that it belongs to, whether the file still contains it or not: the preview shows it. */
function clearedCells(
  { exchange, byId, cellText }: Compared,
  { plan, cells }: CheckedRow,
  dryRun: DryRun,
): StoredCell[] {
  const record = byId.get(plan?.id ?? 0)
  const isCleared = ({ name }: Field) =>
    dryRun.hidden.has(name) && Object.hasOwn(dryRun.changes, name) && dryRun.changes[name]!.after === null
  return exchange.columns.flatMap(({ field }) =>
    record && isCleared(field) && !cells.some((cell) => sameTitle(field, cell))
      ? [{ title: field.title, file: '', now: cellText(record, field) }]
      : [],
  )
}

/** The values that a change replaces, if the caller may restore them. */
function oldValues({ columns }: ExchangeScreen, { changes }: DryRun): NonNullable<CheckedRow['before']> {
  const writable = columns.flatMap(({ field: { name }, update }) => (update ? [name] : []))
  return Object.fromEntries(
    writable.flatMap((name) => (Object.hasOwn(changes, name) ? [[name, changes[name]!.before]] : [])),
  )
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
  const { create, screen } = exchange
  if (create === undefined) return refused(exchange, phrase('import_nothing_matches'))
  const preset = Object.entries(screen.exchange!.values).map(([name, rule]) => [name, valueOfRule(context, rule)])
  const values: Record<string, unknown> = Object.fromEntries(preset)
  const cells: StoredCell[] = []
  for (const column of inOrder(exchange, create)) {
    const file = given.texts[column.field.name] ?? ''
    if (file === '') continue
    const read = column.create
      ? await valueIn(context, compared, { column, text: file, values, transition: create })
      : { wrong: phrase('import_cell_not_new') }
    if ('wrong' in read) cells.push({ title: column.field.title, file, error: textOf(read.wrong, exchange.spoken) })
    else values[column.field.name] = read.value
  }
  const state = cells.length > 0 ? 'refused' : 'create'
  return { state, plan: { transition: create, values }, cells }
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
  const cells: StoredCell[] = []
  for (const column of inOrder(exchange, update)) {
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

/** In the form's order: the options of a reference may depend on earlier values. */
function inOrder({ columns, entity }: ExchangeScreen, transition: string | undefined): SheetField[] {
  const order = transition === undefined ? [] : transitionOf(entity, transition).form.map(({ field }) => field)
  const place = ({ field }: SheetField) => (order.includes(field.name) ? order.indexOf(field.name) : order.length)
  return [...columns].sort((a, b) => place(a) - place(b))
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
  { exchange: { entity }, named }: Compared,
  { column: { field }, text, values, transition, id }: CellRequest,
): Promise<{ readonly value: unknown } | { readonly wrong: LocalizableText }> {
  const read = readExchangeCell(context.app, field, text)
  if (!('searchText' in read)) return read
  const ids = named.get(referencedEntity(field))?.get(text) ?? []
  if (ids.length === 0) return { wrong: phrase('import_name_unknown', { text: quotable(text), field: field.title }) }
  if (ids.length === 1) return { value: firstItem(ids) }
  const request = { entity: entity.name, transition, field: field.name, input: values, ...(id !== undefined && { id }) }
  const offered = await offeredRecord(context, request, text, ids)
  return 'value' in offered ? { value: offered.value.id } : offered
}

// Reads what the rows of a file are compared with:
// their records, the records that they name, and the last changes since the export.
import { momentOf, wallClock } from '../../../../manifest/expression/values/calendar'
import { groupBy } from '../../../../manifest/expression/values/lists'
import type { App } from '../../../../manifest/model/app'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { RecordData } from '../../../../protocol/calls'
import { phrase } from '../../../context/phrases'
import type { RequestContext } from '../../contract/operation'
import { exchangeCell, readExchangeCell } from '../exchangeCells'
import type { GivenRow, StoredRow } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'
import { lineRecords } from './lineRecords'
import { recordReferences, recordsNamed, type NamedRecords, type offeredRecord } from './recordNames'
import { lastChangesOf, matchingRecords, type RecordChange } from './sheetRecords'

/** What rows are compared with: the exchange's screen and the records named by the rows. */
export interface Compared {
  readonly exchange: ExchangeScreen
  readonly byId: ReadonlyMap<number, RecordData>
  readonly byKey: ReadonlyMap<string, readonly RecordData[]>
  /** By entity of the reference. */
  readonly named: ReadonlyMap<string, NamedRecords>
  /** By field, text and what the options depend on: what names no record, or several, is looked up once. */
  readonly offered: Map<string, ReturnType<typeof offeredRecord>>
  /** How many more unknown and missing names get examples of what the form takes: each costs up to two searches. */
  readonly examples: { left: number }
  readonly cellText: (record: RecordData, field: Field) => string
  /** The last change of each record that has changed since its export, where the caller may read it. */
  readonly lastChanges: ReadonlyMap<number, RecordChange>
}

/** Names with examples in a batch of rows: the first ones are read, and a wrong column has thousands. */
const maxExamples = 10

/**
 * Reads everything for a batch of rows in a fixed number of statements, within the caller's row scope: a record out of
 * reach counts as missing.
 */
export async function readCompared(
  context: RequestContext,
  exchange: ExchangeScreen,
  rows: readonly StoredRow[],
): Promise<Compared> {
  const { app } = context
  const ids = rows.flatMap(({ given }) => (given.id === undefined ? [] : [given.id]))
  const keyField = exchange.columns.find(({ field }) => field.name === exchange.key[0])?.field
  const keys = rows.flatMap(({ given }) => {
    const text = given.texts[exchange.key[0] ?? '']
    const read = given.id === undefined && keyField && text ? readExchangeCell(app, keyField, text) : undefined
    return read && 'value' in read && read.value !== null ? [String(read.value)] : []
  })
  const records = await matchingRecords(context, exchange, ids, keys)
  const { lines } = exchange
  const cellText = await recordTexts(context, exchange, lines ? lineRecords(lines, records) : records)
  const byKey = groupBy(records, (record) => exchangeKey(app, exchange, (field) => cellText(record, field)))
  const named = await namedRecords(context, exchange, rows)
  const byId = new Map(records.map((record) => [record.id, record]))
  const changed = rows.flatMap(({ given }) => {
    const record = byId.get(given.id ?? given.exportedAs ?? 0)
    return record && isOlder(given, record) ? [record.id] : []
  })
  const lastChanges = await lastChangesOf(context, exchange.entity, changed)
  const examples = { left: maxExamples }
  return { exchange, byId, byKey, named, offered: new Map(), examples, cellText, lastChanges }
}

/** The texts of the cells of these records. */
async function recordTexts(
  context: RequestContext,
  { entity, columns }: ExchangeScreen,
  records: readonly RecordData[],
): Promise<Compared['cellText']> {
  const { app, caller } = context
  const references = await recordReferences(context, columns, records)
  const writers = new Map(columns.map(({ field }) => [field.name, exchangeCell(app, entity, field, caller.language)]))
  return ({ values }, field) => writers.get(field.name)?.(references(field, values[field.name] ?? null))?.text ?? ''
}

async function namedRecords(
  context: RequestContext,
  { columns }: ExchangeScreen,
  rows: readonly StoredRow[],
): Promise<Compared['named']> {
  const references = columns.flatMap(({ field }) => (field.type === 'ref' ? [field] : []))
  const named = new Map<string, NamedRecords>()
  for (const [entityName, fields] of groupBy(references, referencedEntity)) {
    const given = rows.flatMap((row) => [row.given, ...(row.given.lines ?? [])])
    const texts = given.flatMap((row) => fields.map(({ name }) => row.texts[name] ?? ''))
    const written = [...new Set(texts)].filter((text) => text !== '')
    named.set(entityName, await recordsNamed(context, entityName, written))
  }
  return named
}

const isOlder = ({ version }: GivenRow, record: RecordData) => version !== undefined && version < record.version

/** A warning where the record has changed since its export; the sheet's number may be wrong, so it decides nothing. */
export function changedSince(
  { app }: RequestContext,
  { lastChanges }: Compared,
  given: GivenRow,
  record: RecordData,
): LocalizableText | undefined {
  if (!isOlder(given, record)) return undefined
  const change = lastChanges.get(record.id)
  if (!change) return phrase('import_changed_since')
  const moment = momentOf(change.at)
  const clock = moment ? wallClock(moment, app.product.timezone).slice(0, 16).replace('T', ' ') : ''
  return phrase('import_changed_since_by', { by: change.by ?? phrase('by_system'), at: clock })
}

/** The key's values as texts; empty if one of its cells cannot be read. */
export function exchangeKey(app: App, { key, columns }: ExchangeScreen, cellText: (field: Field) => string): string {
  return JSON.stringify(
    key.map((name) => {
      const column = columns.find(({ field }) => field.name === name)
      const cell = column && readExchangeCell(app, column.field, cellText(column.field))
      return cell && 'value' in cell ? String(cell.value) : ''
    }),
  )
}

// How do tables of made-up records get into an empty database? Each entity in one statement, its lines in one more.
// Values are literal, "$key" for another record of the tables, "@-3 10:20" for a moment and "@-3" for a day counted from today.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App } from '../manifest/app'
import { identifier } from './database/identifier'
import type { Transaction } from './database/open'
import { tablesOf, type Table } from './database/tables'
import { numberStem, takeNumbers } from './transition/number'

/** The records of one entity: the first column is each record's key. */
export interface RecordTable { readonly entity: string; readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }

/** The tables speak of something that is not there. */
export class RecordTableProblem extends Error {
  override readonly name = 'RecordTableProblem'
}

/**
 * Writes the records of all tables, gives each its id and document number, and moves the number sequences past them.
 * @returns the id of each key
 * @throws RecordTableProblem naming the table and what it lacks
 */
export async function writeTables(tx: Transaction, app: App, tables: readonly RecordTable[], now: Date): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const table of tables) for (const [index, row] of table.rows.entries()) ids.set(`$${String(row[0])}`, index + 1)
  const known = tablesOf(app)
  const zone = app.product.timezone
  for (const table of tables) {
    const entity = app.entities[table.entity]
    if (!entity) throw new RecordTableProblem(`There is no entity ${table.entity}.`)
    const records = table.rows.map((row) => Object.fromEntries(table.columns.map((column, index) => [column, plain(row[index], ids, now, zone)]))).map((record, index) => ({ createdAt: now.toISOString(), stateAt: now.toISOString(), ...record, id: index + 1, version: 1 }) as Record<string, unknown>)
    if (entity.number) for (const [stem, count] of number(records, entity.number, zone)) await tx.query(takeNumbers(stem, count))
    await insert(tx, known.find((one) => one.entity === table.entity && !one.lines)!, records)
    for (const lines of known.filter((one) => one.entity === table.entity && one.lines)) {
      const rows = records.flatMap((record) => ((record[lines.lines!] as object[] | undefined) ?? []).map((line, index) => ({ ...line, parent: record.id, position: index + 1, [app.access.identity.tenant]: record[app.access.identity.tenant] })))
      if (rows.length > 0) await insert(tx, lines, rows)
    }
    await tx.query(sql`select setval(pg_get_serial_sequence(${`"${table.entity}"`}, 'id'), ${records.length})`)
  }
  return ids
}

function plain(value: unknown, ids: ReadonlyMap<string, number>, now: Date, zone: string): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, ids, now, zone))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, ids, now, zone)]))
  if (typeof value !== 'string') return value
  if (value.startsWith('$')) {
    const id = ids.get(value)
    if (id === undefined) throw new RecordTableProblem(`There is no record ${value.slice(1)}.`)
    return id
  }
  const [, days, time] = /^@(-?\d+)(?: (\d\d:\d\d))?$/.exec(value) ?? []
  if (days === undefined) return value
  const day = dayOf(new Date(now.getTime() + Number(days) * 86_400_000), zone)
  if (!time) return day
  // What counts as past today depends on the hour of loading: nothing has happened later than now.
  const moment = new Date(Date.parse(`${day}T${time}:00Z`) - offset(now, zone))
  return (Number(days) <= 0 && moment > now ? new Date(now.getTime() - 60_000) : moment).toISOString()
}

// Numbers follow the order of making, as if each had been made at its moment.
function number(records: Record<string, unknown>[], prefix: string, zone: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const record of [...records].sort((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)))) {
    const stem = numberStem(prefix, new Date(String(record.createdAt)), zone)
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    record.no = `${stem}${String(count).padStart(5, '0')}`
  }
  return counts
}

async function insert(tx: Transaction, table: Table, records: readonly Record<string, unknown>[]): Promise<void> {
  const given = new Set(records.flatMap((record) => Object.keys(record)))
  const columns = table.columns.filter((column) => given.has(column.name))
  const names = join(columns.map((column) => identifier(column.name)))
  const typed: Sql = join(columns.map((column) => sql`${identifier(column.name)} ${raw(column.type)}`))
  await tx.query(sql`insert into ${identifier(table.name)} (${names}) select ${names} from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given(${typed})`)
}

const days = new Map<string, Intl.DateTimeFormat>()
function dayOf(moment: Date, zone: string): string {
  let format = days.get(zone)
  if (!format) days.set(zone, (format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })))
  return format.format(moment)
}

function offset(moment: Date, zone: string): number {
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!) - Math.floor(moment.getTime() / 1000) * 1000
}

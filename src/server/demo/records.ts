// How do tables of demo data become records? Ids first, so that rows may refer to each other in any order, then one statement a table.
import sql, { join } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { dayInZone, daysLater, momentAtClock, momentOfDate } from '../../manifest/rule/calendar'
import { evaluate, toRaw } from '../../manifest/rule/evaluate'
import type { FileValue } from '../../protocol/calls'
import { identifier } from '../database/identifier'
import { keptOf } from '../database/kept'
import type { Transaction } from '../database/open'
import { columnType, linesTableName, storedFields } from '../database/tables'
import { keepSql } from '../plan/kept-sql'
import { readOf, worldOf } from '../ruleValue'
import { numberStem } from '../transition/number'
import { recordset } from '../transition/write'
import { DemoProblem, type DemoTable } from './files'
import { filesOf, insertFiles, type DemoFile, type Pictures } from './pictures'

type Row = Record<string, unknown>

/** Writes all tables and answers the ids by key. */
export async function insertTables(
  tx: Transaction,
  app: App,
  tables: readonly DemoTable[],
  now: Date,
  pictures: Pictures,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const table of tables) await giveIds(tx, app, table, ids)
  for (const table of tables) {
    const entity = app.entities[table.entity]!
    const reading: Reading = { app, now, ids, file: table.file, pictures, carried: [] }
    const rows = table.rows.map((row) => rowOf(entity, table, row, reading))
    await insertRows(tx, app, entity, numbered(app, entity, rows))
    await insertLines(tx, app, entity, rows)
    await insertFiles(
      tx,
      reading.carried.map(({ file, row }) => ({
        file,
        tenant: row[app.access.identity.tenant],
        createdBy: row.createdBy,
        createdAt: row.createdAt ?? now.toISOString(),
      })),
    )
  }
  await keepNumbers(tx, app, tables)
  return ids
}

async function giveIds(
  tx: Transaction,
  app: App,
  { file, entity, rows }: DemoTable,
  ids: Map<string, number>,
): Promise<void> {
  if (!Object.hasOwn(app.entities, entity)) throw new DemoProblem(`demo/${file}: there is no entity "${entity}".`)
  const given = await tx.query<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${identifier(entity).text}, 'id')) as "id" from generate_series(1, ${rows.length}) order by 1`,
  )
  rows.forEach(([key], at) => {
    if (ids.has(String(key))) throw new DemoProblem(`demo/${file}: the key "${String(key)}" stands twice.`)
    ids.set(String(key), given[at]!.id)
  })
}

interface Reading {
  readonly app: App
  readonly now: Date
  readonly ids: ReadonlyMap<string, number>
  readonly file: string
  readonly pictures: Pictures
  readonly carried: { readonly file: DemoFile; readonly row: Row }[]
}

function rowOf(entity: Entity, { columns }: DemoTable, values: readonly unknown[], reading: Reading): Row {
  const { app, now, ids, file } = reading
  const row: Row = {}
  for (const [at, name] of columns.entries()) {
    if (at === 0) continue
    const field = entity.fields[name]
    if (!field?.stored) throw new DemoProblem(`demo/${file}: "${entity.name}" keeps no field "${name}".`)
    row[name] =
      field.type === 'files' && Array.isArray(values[at])
        ? carry(row, values[at], ids.get(String(values[0]))!, reading)
        : valueOf(field, values[at], reading)
  }
  const read = readOf(app, { me: {}, tenant: {} }, row)
  for (const field of storedFields(entity.fields)) {
    if (row[field.name] === undefined && field.default)
      row[field.name] = toRaw(evaluate(field.default.node, read, worldOf(app, now)), field.type, field.scale)
  }
  const createdAt = row.createdAt ?? now.toISOString()
  const [state] = Object.keys(entity.states)
  return {
    ...row,
    id: ids.get(String(values[0])),
    version: 1,
    createdAt,
    stateAt: row.stateAt ?? createdAt,
    ...(state === undefined ? {} : { state: row.state ?? state }),
  }
}

/** Records that follow each other do not all carry the same pictures. */
function carry(
  row: Row,
  written: readonly unknown[],
  at: number,
  { pictures, file: table, carried }: Reading,
): FileValue[] {
  return filesOf(pictures, table, written, at).map((file) => {
    carried.push({ file, row })
    return { id: file.id, name: file.name, size: file.size, type: file.type }
  })
}

function valueOf(field: Field, value: unknown, reading: Reading): unknown {
  if (value === null || value === undefined) return null
  if (field.type === 'lines' && Array.isArray(value)) return value.map((line: Row) => lineOf(field, line, reading))
  if (typeof value !== 'string') return value
  if ((field.type === 'ref' || field.type === 'int') && value.startsWith('$')) {
    const id = reading.ids.get(value.slice(1))
    if (id === undefined) throw new DemoProblem(`demo/${reading.file}: no row has the key "${value.slice(1)}".`)
    return id
  }
  return (field.type === 'date' || field.type === 'datetime') && value.startsWith('@')
    ? momentOf(field.type, value, reading)
    : value
}

function lineOf(lines: Field, line: Row, reading: Reading): Row {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => {
      const field = lines.fields?.[name]
      if (!field?.stored)
        throw new DemoProblem(`demo/${reading.file}: a line of "${lines.name}" keeps no field "${name}".`)
      return [name, valueOf(field, value, reading)]
    }),
  )
}

function momentOf(type: 'date' | 'datetime', value: string, { app, now, file }: Reading): string {
  const match = /^@([+-]?\d+)(?: (\d\d:\d\d))?$/.exec(value)
  const { timezone } = app.product
  const day = match && daysLater(dayInZone(momentOfDate(now)!, timezone), Number(match[1]))
  if (!match || !day)
    throw new DemoProblem(`demo/${file}: "${value}" is no moment; write "@-12 10:20", or "@-12" for a day.`)
  if (type === 'date') return day
  const meant = new Date(momentAtClock(`${day}T${match[2] ?? '00:00'}`, timezone)!)
  // What is past today depends on the hour of loading: nothing has happened later than now.
  return (Number(match[1]) <= 0 && meant > now ? new Date(now.getTime() - 60_000) : meant).toISOString()
}

/** Document numbers in the order of creation, as the days went by. */
function numbered(app: App, entity: Entity, rows: readonly Row[]): readonly Row[] {
  if (entity.number === undefined) return rows
  const counts = new Map<string, number>()
  for (const row of [...rows].sort((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)))) {
    const stem = numberStem(entity.number, new Date(String(row.createdAt)), app.product.timezone)
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    row.no ??= `${stem}${String(count).padStart(5, '0')}`
  }
  return rows
}

async function insertRows(tx: Transaction, app: App, entity: Entity, rows: readonly Row[]): Promise<void> {
  const engine = [
    { name: 'id', type: 'bigint' },
    { name: 'version', type: 'bigint' },
  ]
  const tenant = entity.tenant ? [{ name: app.access.identity.tenant, type: 'bigint' }] : []
  const known = new Set([...engine, ...tenant].map(({ name }) => name))
  const columns = [
    ...engine,
    ...tenant,
    ...storedFields(entity.fields)
      .filter(({ name }) => !known.has(name))
      .map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const names = join(
    columns.map(({ name }) => identifier(name)),
    ', ',
  )
  await tx.query(
    sql`insert into ${identifier(entity.name)} (${names}) select ${names} from ${recordset(rows, columns, 'given')}`,
  )
}

async function insertLines(tx: Transaction, app: App, entity: Entity, rows: readonly Row[]): Promise<void> {
  const tenant = app.access.identity.tenant
  for (const field of Object.values(entity.fields).filter(({ type, stored }) => type === 'lines' && stored)) {
    const key = [...(entity.tenant ? [tenant] : []), 'parent', 'position'].map((name) => ({ name, type: 'bigint' }))
    const columns = [...key, ...storedFields(field.fields ?? {}).map((of) => ({ name: of.name, type: columnType(of) }))]
    const lines = rows.flatMap((row) =>
      ((row[field.name] ?? []) as Row[]).map((line, at) => ({
        ...line,
        [tenant]: row[tenant],
        parent: row.id,
        position: at + 1,
      })),
    )
    if (lines.length === 0) continue
    const names = join(
      columns.map(({ name }) => identifier(name)),
      ', ',
    )
    await tx.query(
      sql`insert into ${identifier(linesTableName(entity.name, field.name))} (${names}) select ${names} from ${recordset(lines, columns, 'given')}`,
    )
  }
  const kept = [...keptOf(entity).values()]
  if (kept.length > 0) await tx.query(keepSql(app, entity, kept))
}

/** The counts of document numbers go on where the demo data has ended. */
async function keepNumbers(tx: Transaction, app: App, tables: readonly DemoTable[]): Promise<void> {
  for (const { entity } of tables) {
    if (app.entities[entity]?.number === undefined) continue
    await tx.query(sql`insert into "_sequence" ("name", "value")
      select left("no", -5), max(right("no", 5)::bigint) from ${identifier(entity)} where "no" is not null group by 1
      on conflict ("name") do update set "value" = greatest("_sequence"."value", excluded."value")`)
  }
}

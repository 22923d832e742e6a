// Inserts the tables of demo data as records, with one statement per table.
// Assigns ids first, so that rows may refer to each other in any order.
import sql, { join } from 'sql-template-tag'
import { entityOf, type App } from '../../../manifest/model/app'
import { numberPrefixOf, type Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { evaluate } from '../../../manifest/expression/evaluate'
import { toRaw } from '../../../manifest/expression/values/value'
import type { FileValue } from '../../../protocol/calls'
import { updateAccountsSql } from '../../database/sql/accounts'
import { identifier } from '../../database/sql/identifier'
import { materializedColumns } from '../../database/sql/materializedColumns'
import type { Transaction } from '../../database/connection/transaction'
import { columnType, linesTableName, storedFields } from '../../database/sql/tables'
import { refreshMaterializedSql } from '../../query/records/refreshMaterialized'
import { readOf, evaluationContextOf } from '../../context/callerRules'
import { numberStem } from '../../mutation/write/documentNumber'
import { recordset } from '../../mutation/write/write'
import type { DemoTable } from './files'
import { isRelative, timeOf } from './relativeTimes'
import { DemoProblem } from '../../context/startError'
import { refuseForeignReferences } from './tenants'
import { demoFiles, emptyPictures, insertFiles, type DemoFile, type Pictures } from './pictures'

type Row = Record<string, unknown>

/** Writes all tables and returns the ids by key. */
export async function insertTables(
  tx: Transaction,
  tables: readonly DemoTable[],
  { app, now, pictures }: Pick<Reading, 'app' | 'now' | 'pictures'>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const table of tables) await giveIds(tx, app, table, ids)
  refuseForeignReferences(app, tables)
  for (const table of tables) {
    const entity = entityOf(app, table.entity)
    const reading: Reading = { app, now, ids, file: table.file, pictures, carried: [] }
    const rows = table.rows.map((row) => rowOf(entity, table, row, reading))
    await insertRows(tx, app, entity, numbered(app, entity, rows))
    await insertLines(tx, app, entity, rows)
    await insertFiles(
      tx,
      reading.carried.map(({ file, row }) => ({
        file,
        tenant: row[app.access.identity.tenantEntity],
        createdBy: row.createdBy,
        createdAt: row.createdAt ?? now.toISOString(),
      })),
    )
  }
  await saveNumbers(tx, app, tables)
  return ids
}

/** Checks without a database everything that loading would refuse. @throws DemoProblem */
export function checkDemoTables(app: App, tables: readonly DemoTable[], now: Date): void {
  const ids = new Map<string, number>()
  for (const table of tables) {
    assertEntity(app, table)
    keepIds(
      table,
      table.rows.map((_, index) => ids.size + index),
      ids,
    )
  }
  refuseForeignReferences(app, tables)
  const pictures = emptyPictures(app, tables)
  for (const table of tables) {
    const reading: Reading = { app, now, ids, file: table.file, pictures, carried: [] }
    for (const row of table.rows) rowOf(entityOf(app, table.entity), table, row, reading)
  }
}

function assertEntity(app: App, { file, entity }: DemoTable): void {
  if (!Object.hasOwn(app.entities, entity)) throw new DemoProblem(`${file}: there is no entity "${entity}".`)
}

async function giveIds(tx: Transaction, app: App, table: DemoTable, ids: Map<string, number>): Promise<void> {
  const { entity, rows } = table
  assertEntity(app, table)
  const input = await tx.query<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${identifier(entity).text}, 'id')) as "id"
      from generate_series(1, ${rows.length})
      order by 1`,
  )
  keepIds(
    table,
    input.map(({ id }) => id),
    ids,
  )
}

function keepIds({ file, rows }: DemoTable, given: readonly number[], ids: Map<string, number>): void {
  rows.forEach(([key], index) => {
    if (ids.has(String(key))) throw new DemoProblem(`${file}: the key "${String(key)}" stands twice.`)
    ids.set(String(key), given[index]!)
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

/** Of one row, which carries the files of its lines too. */
interface RowReading extends Reading {
  readonly attach: (written: readonly unknown[]) => FileValue[]
}

function rowOf(entity: Entity, { columns }: DemoTable, values: readonly unknown[], reading: Reading): Row {
  const { app, now, ids, file } = reading
  const row: Row = {}
  const id = ids.get(String(values[0]))
  const attach: RowReading['attach'] = (written) => carry(row, written, id ?? 0, reading)
  for (const [index, name] of columns.entries()) {
    if (index === 0) continue
    const field = entity.fields[name]
    if (!field?.stored) throw new DemoProblem(`${file}: "${entity.name}" keeps no field "${name}".`)
    row[name] = valueOf(field, values[index], { ...reading, attach })
  }
  const read = readOf(app, { me: {}, tenant: {} }, row)
  for (const field of storedFields(entity.fields)) {
    // The rows of a table share its columns: null in a required field means that this row does not set it.
    const isUnset = row[field.name] === undefined || (row[field.name] === null && field.required)
    if (isUnset && field.default)
      row[field.name] = toRaw(
        evaluate(field.default.node, read, evaluationContextOf({ app, now })),
        field.type,
        field.scale,
      )
    else if (isUnset && field.required)
      throw new DemoProblem(`${file}: the row "${String(values[0])}" has no "${field.name}", which is required.`)
  }
  const createdAt = row.createdAt ?? now.toISOString()
  const [state] = Object.keys(entity.states)
  return {
    ...row,
    id,
    version: 1,
    createdAt,
    stateAt: row.stateAt ?? createdAt,
    ...(state === undefined ? {} : { state: row.state ?? state }),
  }
}

/** Varies the pictures between consecutive records. */
function carry(
  row: Row,
  written: readonly unknown[],
  position: number,
  { pictures, file: table, carried }: Reading,
): FileValue[] {
  return demoFiles(pictures, table, written, position).map((file) => {
    carried.push({ file, row })
    return { id: file.id, name: file.name, size: file.size, type: file.type }
  })
}

function valueOf(field: Field, value: unknown, reading: RowReading): unknown {
  if (value === null || value === undefined) return null
  if (field.type === 'files' && Array.isArray(value)) return reading.attach(value)
  if (field.type === 'lines' && Array.isArray(value)) return value.map((line: Row) => lineOf(field, line, reading))
  if (typeof value !== 'string') return value
  if ((field.type === 'ref' || field.type === 'int') && value.startsWith('$')) {
    const id = reading.ids.get(value.slice(1))
    if (id === undefined) throw new DemoProblem(`${reading.file}: no row has the key "${value.slice(1)}".`)
    return id
  }
  if (!isRelative(field, value)) return value
  const { app, file, now } = reading
  const time = timeOf(field, value, now, app.product.timezone)
  if (time === null)
    throw new DemoProblem(`${file}: "${value}" is no moment; write "@-12 10:20", or "@-12" or "@-1m" for a day.`)
  return time
}

function lineOf(lines: Field, line: Row, reading: RowReading): Row {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => {
      const field = lines.fields?.[name]
      if (!field?.stored) throw new DemoProblem(`${reading.file}: a line of "${lines.name}" keeps no field "${name}".`)
      return [name, valueOf(field, value, reading)]
    }),
  )
}

/** Assigns document numbers in the order of creation. */
function numbered(app: App, entity: Entity, rows: readonly Row[]): readonly Row[] {
  const counts = new Map<string, number>()
  for (const row of [...rows].sort((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)))) {
    const prefix = numberPrefixOf(entity, row)
    if (prefix === undefined) continue
    const stem = numberStem(prefix, new Date(String(row.createdAt)), app.product.timezone)
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
  const tenant = entity.perTenant ? [{ name: app.access.identity.tenantEntity, type: 'bigint' }] : []
  const knownNames = new Set([...engine, ...tenant].map(({ name }) => name))
  const columns = [
    ...engine,
    ...tenant,
    ...storedFields(entity.fields)
      .filter(({ name }) => !knownNames.has(name))
      .map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const names = join(
    columns.map(({ name }) => identifier(name)),
    ', ',
  )
  await tx.query(
    sql`insert into ${identifier(entity.name)} (${names}) select ${names} from ${recordset(rows, columns, 'given')}`,
  )
  if (entity.name === app.access.identity.accountEntity) await tx.query(updateAccountsSql(app))
}

async function insertLines(tx: Transaction, app: App, entity: Entity, rows: readonly Row[]): Promise<void> {
  const tenant = app.access.identity.tenantEntity
  for (const field of Object.values(entity.fields).filter(({ type, stored }) => type === 'lines' && stored)) {
    const keyColumns = [...(entity.perTenant ? [tenant] : []), 'parent', 'position'].map((name) => ({
      name,
      type: 'bigint',
    }))
    const columns = [
      ...keyColumns,
      ...storedFields(field.fields ?? {}).map((storedField) => ({
        name: storedField.name,
        type: columnType(storedField),
      })),
    ]
    const lines = rows.flatMap((row) =>
      ((row[field.name] ?? []) as Row[]).map((line, index) => ({
        ...line,
        [tenant]: row[tenant],
        parent: row.id,
        position: index + 1,
      })),
    )
    if (lines.length === 0) continue
    const names = join(
      columns.map(({ name }) => identifier(name)),
      ', ',
    )
    await tx.query(
      sql`insert into ${identifier(linesTableName(entity.name, field.name))} (${names})
        select ${names}
        from ${recordset(lines, columns, 'given')}`,
    )
  }
  const storedColumns = [...materializedColumns(entity).values()]
  if (storedColumns.length > 0) await tx.query(refreshMaterializedSql(app, entity, storedColumns))
}

/** Continues the document number counters where the demo data ended. */
async function saveNumbers(tx: Transaction, app: App, tables: readonly DemoTable[]): Promise<void> {
  for (const { entity } of tables) {
    if (app.entities[entity]?.numberPrefix === undefined) continue
    await tx.query(sql`insert into "_sequence" ("name", "value")
      select left("no", -5), max(right("no", 5)::bigint) from ${identifier(entity)} where "no" is not null group by 1
      on conflict ("name") do update set "value" = greatest("_sequence"."value", excluded."value")`)
  }
}

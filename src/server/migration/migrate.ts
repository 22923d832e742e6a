// Migrates the tables to the manifests: adds what is new, refuses what would lose or truncate data.
// A refusal contains the lines to write instead.
// One transaction under one lock: several servers may start together, and a refusal changes nothing.
import pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import { numberFunctionSql } from '../mutation/write/documentNumber'
import { refreshMaterializedSql } from '../query/records/refreshMaterialized'
import { textOrder } from '../query/search/sort'
import { linesTablesOf, migrateLock, readCatalog, type Catalog } from './databaseCatalog'
import { placeTables } from './placeTables'
import { accountTable, updateAccountsSql } from '../database/sql/accounts'
import { claimAll } from '../query/acrossTenants'
import { identifier } from '../database/sql/identifier'
import type { JsonPath } from '../../manifest/json/parse'
import { applyGrants, type Granted } from './firstGrants'
import { heldRows, namedIds, type MigrationContext, type RowChange } from './heldRows'
import { indexesOf, type Index } from './indexes'
import { prepareInitials } from './texts/initials'
import { materializedColumns, type MaterializedColumn } from '../database/sql/materializedColumns'
import { changeSchema } from '../database/connection/changeSchema'
import type { Database } from '../database/connection/openDatabase'
import type { Transaction } from '../database/connection/transaction'
import { isIndexName, linesTableName, tablesOf, type Table } from '../database/sql/tables'
import { alterTable } from './alterTable'
import { convertFields, unconvertible } from './names/convertFields'
import { cleanStored } from './texts/cleanStored'
import { atManifestOf, MigrationProblem, refusalOfDatabase, type MigrationRefusal } from './refusal'
import { followRowSecurity } from './rowPolicies'
import { enforceLimits, saveLimits, refusedLimits } from './storedLimits'
import { followSavedFields } from './names/savedFields'
import { followEntities, followValues, saveNames, vanishedNames } from './names/storedNames'
import { createSqlViews, dropViews } from './views'

/** What a migration does to existing records. */
export interface Migrated {
  readonly granted: readonly Granted[]
  readonly rows: readonly RowChange[]
}

/** The refused changes, and the indexes still to be built. */
interface TableChanges extends Migrated {
  readonly refusals: readonly MigrationRefusal[]
  /** The tables and indexes before the changes. */
  readonly catalog: Catalog
}

/**
 * Changes the tables to what the app requires, and gives roles the codes that are granted for the first time.
 * @param onWait called once when it waits because a table is in use
 * @throws MigrationProblem with one sentence for each change that would lose data
 */
export async function migrate(database: Database, app: App, onWait?: () => void): Promise<Migrated> {
  const change = { lock: migrateLock, onWait }
  const trigrams = await prepareDatabase(database)
  const migrated = await changeSchema(database, change, async (tx): Promise<Migrated> => {
    const { refusals, catalog, ...changes } = await changeTables(tx, app)
    if (refusals.length > 0) throw new MigrationProblem(refusals)
    const { indexes } = await readCatalog(tx)
    await followIndexes(tx, app, indexesOf(app, trigrams, database.distributed), indexes)
    await followRowSecurity(tx, app, database.rowSecurity !== undefined)
    if (!database.distributed) {
      await createSqlViews(tx, app, { invoker: database.rowSecurity !== undefined })
      if (catalog.tables.has(accountTable) && !(await hasAccounts(tx))) await tx.query(updateAccountsSql(app))
    }
    return changes
  })
  if (database.distributed) await distribute(database, app, change)
  database.tablesChanged()
  return migrated
}

/**
 * Prepares extensions and collations, outside the tables' transaction; returns whether trigrams can be indexed. One
 * server at a time: if two create the same extension, PostgreSQL refuses one despite "if not exists".
 */
function prepareDatabase(database: Database): Promise<boolean> {
  return database.owner.transaction(async (tx) => {
    await tx.query(migrateLock)
    const trigrams = await attempt(database, sql`create extension if not exists pg_trgm`)
    await prepareOrder(database)
    await prepareInitials(database.owner)
    return trigrams
  })
}

/** Changes tables and records, all but indexes, views and policies; returns refusals instead of throwing. */
export async function changeTables(tx: Transaction, app: App): Promise<TableChanges> {
  await tx.query(migrateLock)
  await dropViews(tx)
  const refusals: MigrationRefusal[] = []
  const rows: RowChange[] = []
  const context: MigrationContext = { tx, app, reportChange: (change) => rows.push(change) }
  const vanished = await vanishedNames(tx, app)
  const { tables } = await readCatalog(tx)
  refusals.push(...(await followEntities(context, vanished, tables)))
  refusals.push(...(await leaveLines(context, await readCatalog(tx))))
  const catalog = await readCatalog(tx)
  const unkept: [Entity, MaterializedColumn[]][] = []
  for (const table of tablesOf(app)) {
    const entity = entityOf(app, table.entity)
    const existing = catalog.tables.get(table.name)
    await atManifestOf(entity, ['fields'], async () => {
      if (existing) refusals.push(...(await alterTable(context, table, existing)))
      else await create(tx, table)
    })
    const columns =
      existing && !table.lines
        ? [...materializedColumns(entity).values()].filter(({ column }) => !existing.has(column))
        : []
    if (columns.length > 0) unkept.push([entity, columns])
  }
  refusals.push(...viewRefusals(app, catalog), ...unconvertible(app, catalog))
  const values = await followValues(context, vanished)
  refusals.push(...values.refusals)
  const outcome = { rows, catalog }
  if (refusals.length > 0)
    return { ...outcome, refusals: [...refusals, ...(await refusedLimits(context))], granted: [] }
  const converted = await convertFields(context, catalog)
  const limits = await enforceLimits(context)
  if (limits.refusals.length > 0) return { ...outcome, refusals: limits.refusals, granted: [] }
  const granted = await applyGrants(tx, app)
  await saveNames(tx, app)
  await saveLimits(tx, app)
  await cleanStored(tx, app)
  await followSavedFields(tx, app, catalog.tables)
  for (const [entity, columns] of values.changed || converted || limits.changed ? allMaterialized(app) : unkept)
    await atManifestOf(entity, ['fields'], () => tx.query(refreshMaterializedSql(app, entity, columns)))
  return { ...outcome, refusals, granted }
}

function viewRefusals(app: App, { tables }: Catalog): MigrationRefusal[] {
  return Object.values(app.entities)
    .filter(({ name, view }) => view && tables.has(name))
    .map(({ name, source }) => ({
      source,
      path: ['view'],
      message: `"${name}" was an entity whose records are kept and cannot become a view.`,
      hint: 'Give the view another name.',
    }))
}

/** Distributes the tables on a cluster and creates what its statements need. */
async function distribute(database: Database, app: App, change: Parameters<typeof changeSchema>[1]): Promise<void> {
  await placeTables(database.owner, app)
  await changeSchema(database, change, async (tx) => {
    await dropViews(tx)
    await createSqlViews(tx, app, { tenants: 'joined' })
    await tx.query(sql`${raw(numberFunctionSql)}`)
    await claimAll(tx, app)
    if (!(await hasAccounts(tx))) await tx.query(updateAccountsSql(app))
  })
}

/** Recomputes all materialized columns: their rules may name a renamed state or code. */
function allMaterialized(app: App): [Entity, MaterializedColumn[]][] {
  return Object.values(app.entities)
    .filter(({ view }) => !view)
    .map((entity): [Entity, MaterializedColumn[]] => [entity, [...materializedColumns(entity).values()]])
    .filter(([, columns]) => columns.length > 0)
}

async function hasAccounts(tx: Transaction): Promise<boolean> {
  return (await tx.query(sql`select 1 from ${identifier(accountTable)} limit 1`)).length > 0
}

/**
 * Drops indexes of the engine that are no longer wanted, and creates missing ones; others' indexes stay. An unneeded
 * index would slow down each write, and an obsolete unique one would still refuse.
 * @throws MigrationProblem when records are in the way of a unique index
 */
export async function followIndexes(
  tx: Transaction,
  app: App,
  requested: readonly Index[],
  indexes: Catalog['indexes'],
): Promise<void> {
  const names = new Set(requested.map(({ name }) => name))
  for (const name of indexes)
    if (isIndexName(name) && !names.has(name)) await tx.query(sql`drop index if exists ${identifier(name)}`)
  for (const index of requested)
    if (!indexes.has(index.name))
      await tx.query(index.create).catch((error: unknown) => {
        throw inTheWay(app, index, error)
      })
}

// Existing records violate a new unique rule, or a value exceeds a new limit.
function inTheWay(app: App, { table }: Index, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const problemOf = (path: JsonPath, problem: string, hint: string) => {
    const { source } = entityOf(app, table)
    return new MigrationProblem([{ source, path, message: `Records of "${table}" ${problem}.`, hint }], {
      cause: error,
    })
  }
  if (error.code === '23505')
    return problemOf(
      ['unique'],
      `are in the way of what "unique" asks for (${(error.detail ?? error.message).replace(/\.$/, '')})`,
      'Change these records first, or leave "unique" as it was.',
    )
  if (error.code === '54000')
    return problemOf(
      ['fields'],
      `hold texts that are too long to be found by an index (${error.message})`,
      'Shorten them first, or let the field be a "text".',
    )
  return refusalOfDatabase(entityOf(app, table), ['fields'], error) ?? error
}

// Some servers do not permit these, which only improve searching and sorting.
async function attempt({ owner }: Database, statement: Sql): Promise<boolean> {
  return owner.query(statement).then(
    () => true,
    () => false,
  )
}

async function prepareOrder(database: Database): Promise<void> {
  const collations = await database.owner.query(
    sql`select 1 from pg_collation where collname = ${textOrder} and collnamespace = current_schema()::regnamespace`,
  )
  if (collations.length > 0) return
  const pinyin = await attempt(
    database,
    sql`create collation if not exists ${identifier(textOrder)} (provider = icu, locale = 'zh-u-co-pinyin')`,
  )
  if (!pinyin) await database.owner.query(sql`create collation if not exists ${identifier(textOrder)} from "C"`)
}

async function create(tx: Transaction, table: Table): Promise<void> {
  const columns = table.columns.map((column) => {
    if (column.name === 'id' && !table.lines) return sql`"id" bigint generated by default as identity`
    const required = column.required ? ' not null' : ''
    const byDefault = column.nothing === undefined ? '' : ` default ${column.nothing}`
    return sql`${identifier(column.name)} ${raw(column.type + required + byDefault)}`
  })
  const parts = columns.reduce((all, column) => sql`${all}, ${column}`)
  const keyColumns = table.keyColumns.map(identifier).reduce((all, name) => sql`${all}, ${name}`)
  await tx.query(sql`create table ${identifier(table.name)} (${parts}, primary key (${keyColumns}))`)
}

// The lines of a field are a table: removing the field must not silently drop its rows.
async function leaveLines(
  { tx, app, reportChange }: MigrationContext,
  { tables }: Catalog,
): Promise<MigrationRefusal[]> {
  const refusals: MigrationRefusal[] = []
  const stored = Object.values(app.entities).flatMap((entity) =>
    linesTablesOf(entity.name, tables).map((name) => [entity, name] as const),
  )
  for (const [entity, name] of stored) {
    const owner = entity.name
    const field = name.slice(owner.length + 1)
    if (entity.fields[field]?.type === 'lines') continue
    const rows = await heldRows(tx, { table: name, record: 'parent' }, sql`true`)
    const successor = entity.migration.rename[field]
    if (entity.migration.drop.includes(field)) {
      reportChange({ kind: 'dropped', what: 'field', owner, name: field, ...rows })
      await tx.query(sql`drop table ${identifier(name)}`)
    } else if (successor && !tables.has(linesTableName(owner, successor))) {
      reportChange({ kind: 'renamed', what: 'field', owner, name: field, successor, ...rows })
      await tx.query(sql`alter table ${identifier(name)} rename to ${identifier(linesTableName(owner, successor))}`)
    } else if (rows.count > 0)
      refusals.push({
        source: entity.source,
        path: ['fields'],
        message:
          `The lines "${field}" of "${owner}" are gone from the manifest, but records hold some: ` +
          `${rows.count} (${namedIds(rows)}).`,
        hint:
          `Write "migration": { "rename": { "${field}": "newName" } } to keep them under another name, or ` +
          `"migration": { "drop": ["${field}"] } to lose them.`,
      })
  }
  return refusals
}

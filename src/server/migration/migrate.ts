// Migrates tables to the manifests: adds what is new, refuses what would lose or narrow data.
// A refusal contains the lines to write instead.
// One transaction under one lock: several servers may start together, and a refusal changes nothing.
import pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import { booleanConstant, numberConstant, textConstant } from '../database/sql/literal'
import { refreshMaterializedSql } from '../query/records/refreshMaterialized'
import { textOrder } from '../query/search/sort'
import { readCatalogue, type Catalogue } from './databaseCatalog'
import { placeTables } from './placeTables'
import { accountTable, noteAccounts } from '../database/sql/accounts'
import { claimAll } from '../query/acrossTenants'
import { identifier } from '../database/sql/identifier'
import { indexesOf, type Index } from './indexes'
import { prepareInitials } from './initials'
import { isMaterializedColumn, materializedColumns, type MaterializedColumn } from '../database/sql/materializedColumns'
import type { Database } from '../database/connection/openDatabase'
import type { Transaction } from '../database/connection/transaction'
import { isIndexName, linesTableName, tablesOf, type Table, type ColumnDefinition } from '../database/sql/tables'
import { createSqlViews, dropViews } from './views'

/** The manifests require a change that the data does not allow. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'
}

/**
 * Changes the tables to what the app requires.
 * @throws MigrationProblem with one sentence for each change that would lose data
 */
export async function migrate(database: Database, app: App): Promise<void> {
  const trigrams = await attempt(database, sql`create extension if not exists pg_trgm`)
  await prepareOrder(database)
  await prepareInitials(database)
  await database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('migrate'))`)
    await dropViews(tx)
    const refusals: string[] = []
    await leaveLines(tx, app, await readCatalogue(tx), refusals)
    const catalogue = await readCatalogue(tx)
    const unkept: [Entity, MaterializedColumn[]][] = []
    for (const table of tablesOf(app)) {
      const entity = app.entities[table.entity]!
      const existing = catalogue.tables.get(table.name)
      if (existing) refusals.push(...(await alter(tx, entity, table, existing)))
      else await create(tx, table)
      const columns =
        existing && !table.lines
          ? [...materializedColumns(entity).values()].filter(({ column }) => !existing.has(column))
          : []
      if (columns.length > 0) unkept.push([entity, columns])
    }
    for (const { name, source, view } of Object.values(app.entities))
      if (view && catalogue.tables.has(name))
        refusals.push(
          [
            `${source}: "${name}" was an entity whose records are kept and cannot`,
            'become a view. Give the view another name.',
          ].join(' '),
        )
    if (refusals.length > 0) throw new MigrationProblem(refusals.join('\n'))
    for (const [entity, columns] of unkept) await tx.query(refreshMaterializedSql(app, entity, columns))
    await follow(tx, app, indexesOf(app, trigrams, database.distributed), catalogue)
    if (!database.distributed) {
      await createSqlViews(tx, app)
      if (catalogue.tables.has(accountTable) && !(await hasAccounts(tx))) await tx.query(noteAccounts(app))
    }
  })
  if (!database.distributed) return
  await placeTables(database, app)
  await database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('migrate'))`)
    await dropViews(tx)
    await createSqlViews(tx, app, 'joined')
    await claimAll(tx, app)
    if (!(await hasAccounts(tx))) await tx.query(noteAccounts(app))
  })
}

async function hasAccounts(tx: Transaction): Promise<boolean> {
  return (await tx.query(sql`select 1 from ${identifier(accountTable)} limit 1`)).length > 0
}

// An unneeded index would slow down each write, and an obsolete unique one would still refuse.
async function follow(tx: Transaction, app: App, requested: readonly Index[], { indexes }: Catalogue): Promise<void> {
  const names = new Set(requested.map(({ name }) => name))
  for (const name of indexes)
    if (isIndexName(name) && !names.has(name)) await tx.query(sql`drop index if exists ${identifier(name)}`)
  for (const index of requested)
    if (!indexes.has(index.name))
      await tx.query(index.create).catch((error: unknown) => {
        throw inTheWay(app, index, error)
      })
}

// Present records violate a new unique rule, or a field is longer than it may be from now on.
function inTheWay(app: App, { table }: Index, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const refusalOf = (problem: string) =>
    new MigrationProblem(`${app.entities[table]!.source}: records of "${table}" ${problem}`, { cause: error })
  if (error.code === '23505')
    return refusalOf(
      [
        `are in the way of what "unique" asks for (${error.detail ?? error.message}).`,
        'Change these records first, or leave "unique" as it was.',
      ].join(' '),
    )
  if (error.code === '54000')
    return refusalOf(
      [
        `hold texts that are too long to be found by an index (${error.message}).`,
        'Shorten them first, or let the field be a "text".',
      ].join(' '),
    )
  return error
}

// Some servers do not permit what only improves searching and sorting.
async function attempt(database: Database, statement: Sql): Promise<boolean> {
  return database.read(statement).then(
    () => true,
    () => false,
  )
}

async function prepareOrder(database: Database): Promise<void> {
  const knownNames = await database.read(
    sql`select 1 from pg_collation where collname = ${textOrder} and collnamespace = current_schema()::regnamespace`,
  )
  if (knownNames.length > 0) return
  const pinyin = await attempt(
    database,
    sql`create collation if not exists ${identifier(textOrder)} (provider = icu, locale = 'zh-u-co-pinyin')`,
  )
  if (!pinyin) await database.read(sql`create collation if not exists ${identifier(textOrder)} from "C"`)
}

async function create(tx: Transaction, table: Table): Promise<void> {
  const columns = table.columns.map((column) => {
    if (column.name === 'id' && !table.lines) return sql`"id" bigint generated by default as identity`
    const required = column.required ? ' not null' : ''
    const byDefault = column.nothing === undefined ? '' : ` default ${column.nothing}`
    return sql`${identifier(column.name)} ${raw(column.type + required + byDefault)}`
  })
  const parts = columns.reduce((all, column) => sql`${all}, ${column}`)
  const key = table.key.map(identifier).reduce((all, name) => sql`${all}, ${name}`)
  await tx.query(sql`create table ${identifier(table.name)} (${parts}, primary key (${key}))`)
}

async function alter(
  tx: Transaction,
  entity: Entity,
  table: Table,
  existing: ReadonlyMap<string, string>,
): Promise<string[]> {
  const refusals: string[] = []
  const name = identifier(table.name)
  const columns = new Map(existing)
  const isOwn = !table.lines
  if (isOwn) {
    for (const [before, after] of Object.entries(entity.migration.rename)) {
      if (!columns.has(before) || columns.has(after)) continue
      await tx.query(sql`alter table ${name} rename column ${identifier(before)} to ${identifier(after)}`)
      columns.set(after, columns.get(before)!)
      columns.delete(before)
    }
    for (const dropped of entity.migration.drop)
      if (columns.delete(dropped)) await tx.query(sql`alter table ${name} drop column ${identifier(dropped)}`)
  }
  if (table.key.some((column) => columns.get(column) !== 'bigint')) {
    return [
      `${entity.source}: "${entity.name}" cannot begin or cease to belong to tenants while its table exists. ` +
        'Leave "tenant" as it was.',
    ]
  }
  for (const column of table.columns) {
    const type = columns.get(column.name)
    if (type === undefined) await add(tx, entity, table, column)
    else if (type !== column.type && !(await change(tx, table.name, column, type)))
      refusals.push(
        `${entity.source}: the field "${column.name}" of "${entity.name}" cannot become ` +
          `${column.field?.type ?? column.type}: records hold values that might not fit. Give the new field another ` +
          `name, or write "migration": { "drop": ["${column.name}"] } first to lose them.`,
      )
  }
  for (const left of columns.keys()) {
    if (table.columns.some((column) => column.name === left)) continue
    // Computed values can be computed again; a definition that returns must not find outdated ones.
    if (isMaterializedColumn(left)) await tx.query(sql`alter table ${name} drop column ${identifier(left)}`)
    else if (await holdsData(tx, table.name, left))
      refusals.push(
        [
          `${entity.source}: the field "${left}" of "${entity.name}" is gone`,
          'from the manifest, but records hold values ',
        ].join(' ') +
          `of it. Write "migration": { "rename": { "${left}": "newName" } } to keep them under another name, or ` +
          `"migration": { "drop": ["${left}"] } to lose them.`,
      )
  }
  return refusals
}

async function add(tx: Transaction, entity: Entity, table: Table, column: ColumnDefinition): Promise<void> {
  const name = identifier(table.name)
  if (column.nothing !== undefined) {
    await tx.query(
      sql`alter table ${name} add column ${identifier(column.name)} ${raw(column.type)}
        not null default ${raw(column.nothing)}`,
    )
    return
  }
  const begin = firstValue(entity, column)
  const initially = begin ? sql` default ${begin}` : raw('')
  await tx.query(
    sql`alter table ${name} add column ${identifier(column.name)}
      ${raw(column.type)}${initially}${raw(column.required && begin ? ' not null' : '')}`,
  )
  if (begin) await tx.query(sql`alter table ${name} alter column ${identifier(column.name)} drop default`)
}

/** What present records get in a new column: the field's default where it is a constant. */
function firstValue(entity: Entity, { name, field }: ColumnDefinition): Sql | undefined {
  if (name === 'version') return raw('1')
  if (name === 'createdAt' || name === 'stateAt') return raw('now()')
  if (name === 'state') {
    const born =
      Object.values(entity.transitions).find((transition) => transition.creates)?.to ?? Object.keys(entity.states)[0]
    return born === undefined ? undefined : textConstant(born)
  }
  const node = field?.default?.node
  if (node?.kind !== 'literal' || node.value === null) return undefined
  if (typeof node.value === 'boolean') return booleanConstant(node.value)
  return node.type === 'number' ? numberConstant(node.value) : textConstant(node.value)
}

/** Type changes that keep every value. */
const widenings: Readonly<Record<string, string>> = {
  'bigint numeric': '',
  'bigint numeric(14,2)': '',
  'numeric(14,2) numeric': '',
  'bigint text': '',
  'numeric text': '',
  'numeric(14,2) text': '',
  'date text': '',
}

/** Changes the type of a column; false where present values might not fit. */
async function change(tx: Transaction, table: string, column: ColumnDefinition, type: string): Promise<boolean> {
  const [name, columnName] = [identifier(table), identifier(column.name)]
  const alterType = (using: Sql) =>
    tx.query(sql`alter table ${name} alter column ${columnName} type ${raw(column.type)} using ${using}`)
  if (`${type} ${column.type}` in widenings) await alterType(sql`${columnName}::${raw(column.type)}`)
  else if (type === 'text' && column.type === 'jsonb' && column.field?.localized)
    await alterType(
      sql`case when ${columnName} is null then null else jsonb_build_array(${columnName}, ${columnName}) end`,
    )
  else if (!(await holdsData(tx, table, column.name))) await alterType(sql`null::${raw(column.type)}`)
  else return false
  return true
}

async function holdsData(tx: Transaction, table: string, column: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from ${identifier(table)} where ${identifier(column)} is not null limit 1`)
  return rows.length > 0
}

// The lines of a field are a table: removing the field must not silently drop its rows.
async function leaveLines(tx: Transaction, app: App, { tables }: Catalogue, refusals: string[]): Promise<void> {
  for (const name of tables.keys()) {
    const [owner = '', field] = name.split('.')
    const entity = app.entities[owner]
    if (!field || !entity || entity.fields[field]?.type === 'lines') continue
    if (entity.migration.drop.includes(field)) await tx.query(sql`drop table ${identifier(name)}`)
    else if (entity.migration.rename[field] && !tables.has(linesTableName(owner, entity.migration.rename[field])))
      await tx.query(
        sql`alter table ${identifier(name)}
          rename to ${identifier(linesTableName(owner, entity.migration.rename[field]))}`,
      )
    else if ((await tx.query(sql`select 1 from ${identifier(name)} limit 1`)).length > 0)
      refusals.push(
        [
          `${entity.source}: the lines "${field}" of "${owner}" are gone from the manifest, but records`,
          `hold some. Write "migration": { "drop": ["${field}"] } to lose them.`,
        ].join(' '),
      )
  }
}

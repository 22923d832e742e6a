// Changes one table to its manifest: renames, adds and widens columns.
// What would lose values is refused.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { JsonPath } from '../../manifest/json/parse'
import { entityOf, type App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import { identifier } from '../database/sql/identifier'
import { booleanConstant, numberConstant, textConstant } from '../database/sql/literal'
import { isMaterializedColumn } from '../database/sql/materializedColumns'
import { isIndexName, type ColumnDefinition, type Table } from '../database/sql/tables'
import type { Transaction } from '../database/connection/transaction'
import { heldRows, namedIds, type MigrationContext } from './heldRows'
import type { MigrationRefusal } from './refusal'

/** Returns the changes that existing records prevent. */
export async function alterTable(
  context: MigrationContext,
  table: Table,
  existing: ReadonlyMap<string, string>,
): Promise<MigrationRefusal[]> {
  const { tx, app } = context
  const entity = entityOf(app, table.entity)
  const refusals: MigrationRefusal[] = []
  const refuse = (path: JsonPath, message: string, hint: string) =>
    refusals.push({ source: entity.source, path, message, hint })
  const columns = new Map(existing)
  const name = identifier(table.name)
  await renameColumns(context, table, columns)
  if (table.keyColumns.some((column) => columns.get(column) !== 'bigint')) {
    refuse(
      ['perTenant'],
      `"${entity.name}" cannot begin or cease to belong to tenants while its table exists.`,
      'Leave "perTenant" as it was.',
    )
    return refusals
  }
  const record = table.lines === undefined ? 'id' : 'parent'
  const pathOf = (column: string) => (table.lines === undefined ? column : `${table.lines}.${column}`)
  for (const column of table.columns) {
    const type = columns.get(column.name)
    if (type === undefined) await add(context, entity, table, column)
    else if (type !== column.type && !(await change(context, table.name, column, type)))
      refuse(
        ['fields', ...(table.lines === undefined ? [] : [table.lines, 'fields']), column.name],
        `The field "${pathOf(column.name)}" of "${entity.name}" cannot become ${column.field?.type ?? column.type}: ` +
          'records hold values that might not fit.',
        `Give the new field another name, or write "migration": { "drop": ["${pathOf(column.name)}"] } first to lose them.`,
      )
  }
  for (const left of columns.keys()) {
    if (table.columns.some((column) => column.name === left)) continue
    if (table.lines === undefined && Object.hasOwn(entity.migration.convert, left)) continue
    // Drop computed values: they can be recomputed, and a definition that returns must not find outdated ones.
    if (isMaterializedColumn(left)) {
      await tx.query(sql`alter table ${name} drop column ${identifier(left)}`)
      continue
    }
    const rows = await heldRows(tx, { table: table.name, record }, sql`${identifier(left)} is not null`)
    if (rows.count > 0) {
      const isComputed = Object.hasOwn(fieldsOf(entity, table), left)
      refuse(
        ['fields', ...(table.lines === undefined ? [] : [table.lines, 'fields']), ...(isComputed ? [left] : [])],
        `The field "${pathOf(left)}" of "${entity.name}" ${isComputed ? 'is computed now' : 'is gone from the manifest'}, ` +
          `but records hold values of it: ${rows.count} (${namedIds(rows)}).`,
        `Write "migration": { "rename": { "${pathOf(left)}": "${pathOf('newName')}" } } to keep them under another name, ` +
          `or "migration": { "drop": ["${pathOf(left)}"] } to lose them.`,
      )
    }
  }
  return refusals
}

const fieldsOf = ({ fields }: Entity, { lines }: Table): object =>
  lines === undefined ? fields : (fields[lines]?.fields ?? {})

/** Renames and drops columns as the entity's `migration` instructs, those of its lines by `lines.column`. */
async function renameColumns(
  { tx, app, reportChange }: MigrationContext,
  { entity: owner, name, lines }: Table,
  columns: Map<string, string>,
): Promise<void> {
  const { migration } = entityOf(app, owner)
  const table = identifier(name)
  const record = lines === undefined ? 'id' : 'parent'
  const filled = (column: string) => heldRows(tx, { table: name, record }, sql`${identifier(column)} is not null`)
  const prefix = lines === undefined ? '' : `${lines}.`
  const ofTable = (path: string) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.')
  for (const [old, successor] of Object.entries(migration.rename)) {
    if (!ofTable(old)) continue
    const [before, after] = [old.slice(prefix.length), successor.slice(prefix.length)]
    if (!columns.has(before) || columns.has(after)) continue
    reportChange({ kind: 'renamed', what: 'field', owner, name: old, successor, ...(await filled(before)) })
    await tx.query(sql`alter table ${table} rename column ${identifier(before)} to ${identifier(after)}`)
    columns.set(after, columns.get(before)!)
    columns.delete(before)
  }
  for (const path of migration.drop.filter(ofTable)) {
    const dropped = path.slice(prefix.length)
    if (!columns.delete(dropped)) continue
    reportChange({ kind: 'dropped', what: 'field', owner, name: path, ...(await filled(dropped)) })
    await tx.query(sql`alter table ${table} drop column ${identifier(dropped)}`)
  }
}

async function add(
  { tx, app }: MigrationContext,
  entity: Entity,
  table: Table,
  column: ColumnDefinition,
): Promise<void> {
  const name = identifier(table.name)
  if (column.nothing !== undefined) {
    await tx.query(
      sql`alter table ${name} add column ${identifier(column.name)} ${raw(column.type)}
        not null default ${raw(column.nothing)}`,
    )
    return
  }
  const initial = initialValue(app, entity, column)
  const byDefault = initial ? sql` default ${initial}` : raw('')
  await tx.query(
    sql`alter table ${name} add column ${identifier(column.name)}
      ${raw(column.type)}${byDefault}${raw(column.required && initial ? ' not null' : '')}`,
  )
  if (initial) await tx.query(sql`alter table ${name} alter column ${identifier(column.name)} drop default`)
}

/** The value of existing records in a new column: the field's default if it is a constant. */
function initialValue({ product }: App, entity: Entity, { name, field }: ColumnDefinition): Sql | undefined {
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
  if (field?.localized)
    return sql`jsonb_build_array(${join(product.languages.map(() => textConstant(String(node.value))))})`
  return node.type === 'number' ? numberConstant(node.value) : textConstant(node.value)
}

/** Type changes that keep every value that fits. */
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
async function change(
  { tx, app }: MigrationContext,
  table: string,
  column: ColumnDefinition,
  type: string,
): Promise<boolean> {
  const [name, columnName] = [identifier(table), identifier(column.name)]
  const alterType = (using: Sql) =>
    tx.query(sql`alter table ${name} alter column ${columnName} type ${raw(column.type)} using ${using}`)
  const isWidening = `${type} ${column.type}` in widenings
  if (isWidening && (await holdsLarger(tx, table, column, type))) return false
  if (isWidening) await alterType(sql`${columnName}::${raw(column.type)}`)
  else if (type === 'text' && column.type === 'jsonb' && column.field?.localized) {
    await dropIndexes(tx, table, column.name)
    const texts = join(app.product.languages.map(() => columnName))
    await alterType(sql`case when ${columnName} is null then null else jsonb_build_array(${texts}) end`)
  } else if (!(await holdsData(tx, table, column.name))) await alterType(sql`null::${raw(column.type)}`)
  else return false
  return true
}

/** Whether a whole number has more digits than the new type has before its point. */
async function holdsLarger(
  tx: Transaction,
  table: string,
  { name, type }: ColumnDefinition,
  before: string,
): Promise<boolean> {
  const [, digits, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
  if (before !== 'bigint' || digits === undefined) return false
  const limit = `1${'0'.repeat(Number(digits) - Number(scale))}`
  const rows = await tx.query(
    sql`select 1 from ${identifier(table)} where abs(${identifier(name)}::numeric) >= ${raw(limit)} limit 1`,
  )
  return rows.length > 0
}

/** Indexes of a text do not fit another type. Required ones are rebuilt after all tables have changed. */
async function dropIndexes(tx: Transaction, table: string, column: string): Promise<void> {
  const indexes = await tx.query<{ name: string }>(
    sql`select distinct c."relname"::text as "name" from pg_index as i
      join pg_class as t on t."oid" = i."indrelid" and t."relnamespace" = current_schema()::regnamespace
      join pg_class as c on c."oid" = i."indexrelid"
      join pg_depend as d on d."objid" = i."indexrelid" and d."refobjid" = i."indrelid"
      join pg_attribute as a on a."attrelid" = i."indrelid" and a."attnum" = d."refobjsubid"
      where t."relname" = ${table} and a."attname" = ${column}`,
  )
  for (const { name } of indexes) if (isIndexName(name)) await tx.query(sql`drop index ${identifier(name)}`)
}

async function holdsData(tx: Transaction, table: string, column: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from ${identifier(table)} where ${identifier(column)} is not null limit 1`)
  return rows.length > 0
}

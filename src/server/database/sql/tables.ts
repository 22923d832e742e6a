// Derives tables and columns from entities: one table per entity, one more per lines field.
// Migration compares them with what exists.
import { createHash } from 'node:crypto'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field, FieldType } from '../../../manifest/model/field'
import { materializedColumns } from './materializedColumns'

export interface ColumnDefinition {
  readonly name: string
  /** PostgreSQL's type as format_type prints it. */
  readonly type: string
  readonly required: boolean
  /** The field that it stores; absent for columns of the engine that are no fields. */
  readonly field?: Field
  /** The value of records for which nothing has been computed yet. */
  readonly nothing?: string
}
export interface Table {
  readonly name: string
  readonly entity: string
  /** The lines field that the table stores; absent for the entity's own table. */
  readonly lines?: string
  readonly columns: readonly ColumnDefinition[]
  readonly keyColumns: readonly string[]
}

const columnTypes: Readonly<Record<Exclude<FieldType, 'lines'>, string>> = {
  string: 'text',
  text: 'text',
  mobile: 'text',
  choice: 'text',
  int: 'bigint',
  ref: 'bigint',
  money: 'numeric(14,2)',
  decimal: 'numeric',
  date: 'date',
  datetime: 'timestamp with time zone',
  boolean: 'boolean',
  files: 'jsonb',
  address: 'jsonb',
}

/**
 * The PostgreSQL type of a stored field.
 * @throws Error for lines, which are a table
 */
export function columnType(field: Pick<Field, 'type' | 'localized'>): string {
  if (field.type === 'lines') throw new Error('Lines are kept in a table of their own.')
  return field.localized ? 'jsonb' : columnTypes[field.type]
}

/** The table of a lines field. */
export function linesTableName(entity: string, field: string): string {
  return `${entity}.${field}`
}

/** The name of an index: its table and a digest of its definition; never over PostgreSQL's 63 bytes. */
export function indexName(kind: 'i' | 'u', table: string, definition: string): string {
  const digest = createHash('sha256').update(`${table}\n${definition}`).digest('hex').slice(0, 10)
  return `${kind}:${digest}:${[...table].slice(0, 12).join('')}`
}

/** Whether the engine named an index. */
export function isIndexName(name: string): boolean {
  return /^[iu]:[0-9a-f]{10}:/.test(name)
}

/** All tables of the entities; views have none. */
export function tablesOf(app: App): Table[] {
  return Object.values(app.entities)
    .filter((entity) => !entity.view)
    .flatMap((entity) => [ownTable(app, entity), ...linesTables(app, entity)])
}

/** Fields that the engine writes into every record; none of them is ever null. */
export const engineColumns: readonly string[] = ['id', 'version', 'state', 'stateAt', 'createdAt']

function ownTable(app: App, entity: Entity): Table {
  const tenant = entity.perTenant ? app.access.identity.tenantEntity : undefined
  const required = (name: string) => engineColumns.includes(name) || name === tenant
  const columns = new Map<string, ColumnDefinition>([
    ['id', { name: 'id', type: 'bigint', required: true }],
    ['version', { name: 'version', type: 'bigint', required: true }],
  ])
  if (tenant) columns.set(tenant, { name: tenant, type: 'bigint', required: true })
  for (const field of storedFields(entity.fields))
    columns.set(field.name, { name: field.name, type: columnType(field), required: required(field.name), field })
  for (const { column, type, nothing } of materializedColumns(entity).values())
    columns.set(column, { name: column, type, required: true, nothing })
  return {
    name: entity.name,
    entity: entity.name,
    columns: [...columns.values()],
    keyColumns: tenant ? [tenant, 'id'] : ['id'],
  }
}

function linesTables(app: App, entity: Entity): Table[] {
  const tenant = entity.perTenant ? [app.access.identity.tenantEntity] : []
  const keyColumns = [...tenant, 'parent', 'position']
  return Object.values(entity.fields)
    .filter((field) => field.type === 'lines' && field.stored)
    .map((lines) => ({
      name: linesTableName(entity.name, lines.name),
      entity: entity.name,
      lines: lines.name,
      columns: [
        ...keyColumns.map((name) => ({ name, type: 'bigint', required: true })),
        ...storedFields(lines.fields ?? {}).map((field) => ({
          name: field.name,
          type: columnType(field),
          required: false,
          field,
        })),
      ],
      keyColumns,
    }))
}

/** The fields that are columns of the record's own table. */
export function storedFields(fields: Readonly<Record<string, Field>>): Field[] {
  return Object.values(fields).filter((field) => field.stored && field.type !== 'lines')
}

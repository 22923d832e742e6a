// How do records get into their tables? New ones and changed ones of an entity in one statement each, however many there are;
// a change only if the version is still the one that was read. Values are checked before.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Entity, Field } from '../../manifest/app'
import type { RawRecord } from '../context'
import { column, identifier } from '../database/identifier'
import { columnType, storedFields } from '../database/tables'
import { staleVersion } from './faults'
import { numberStem, numberText, takeNumbers } from './number'
import { asFault } from './unique'
import { noteWritten, tenantField, type Work } from './work'

export interface Given {
  readonly id: number
  readonly version: number
  readonly no: string | null
}

/**
 * Inserts records and answers what the database gave them, in their order. Columns that a record does not name stay null; version is 1.
 * @throws UniqueClash when a record is in the way
 */
export async function insertRecords(work: Work, entity: Entity, records: readonly RawRecord[]): Promise<Given[]> {
  const tenant = tenantField(work.app, entity)
  const fields = storedFields(entity.fields).filter(({ name }) => !['id', 'version', 'no', tenant].includes(name))
  const columns = [
    ...(tenant ? [{ name: tenant, type: 'bigint' }] : []),
    ...fields.map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const stem = entity.number === undefined ? undefined : numberStem(entity.number, work.now, work.app.product.timezone)
  const names = columns.map(({ name }) => identifier(name))
  const values = columns.map(({ name }) => column('g', name))
  const count = sql`n."value" - ${records.length}::bigint + g."position"`
  const statement = sql`${stem === undefined ? empty : sql`WITH n AS (${takeNumbers(stem, records.length)}) `}INSERT INTO ${identifier(entity.name)} (${join([...names, raw('"version"'), ...(stem === undefined ? [] : [raw('"no"')])], ', ')})
    SELECT ${join([...values, raw('1'), ...(stem === undefined ? [] : [numberText(stem, count)])], ', ')}
    FROM ${recordset(
      records.map((record, at) => ({ ...record, position: at + 1 })),
      [{ name: 'position', type: 'bigint' }, ...columns],
      'g',
    )}${stem === undefined ? empty : raw(' CROSS JOIN n')}
    ORDER BY g."position" RETURNING "id", "version"${entity.fields.no?.stored ? raw(', "no"') : empty}`
  const rows = await asFault(entity, records, () =>
    work.query<{ id: number; version: number; no?: string | null }>(statement),
  )
  const given = rows.map(({ id, version, no }) => ({ id, version, no: no ?? null }))
  noteWritten(
    work,
    entity,
    given.map(({ id, version }, at) => ({ id, version, tenant: tenantOf(records[at], tenant) })),
  )
  return given
}

/** A changed record: `values` holds all of its fields, those that are not written included. */
export interface Change {
  readonly id: number
  readonly version: number
  readonly values: RawRecord
}

/**
 * Writes the same fields of several records, each one's version one higher; answers the new versions in their order.
 * @throws Fault 2001 when one of them is not of that version any more; UniqueClash when a record is in the way
 */
export async function updateRecords(
  work: Work,
  entity: Entity,
  fields: readonly Field[],
  changes: readonly Change[],
): Promise<number[]> {
  const tenant = tenantField(work.app, entity)
  const key = [...(tenant ? [tenant] : []), 'id', 'version']
  const columns = [
    ...key.map((name) => ({ name, type: 'bigint' })),
    ...fields.map((field) => ({ name: field.name, type: columnType(field) })),
  ]
  const set = [
    ...fields.map(({ name }) => sql`${identifier(name)} = ${column('g', name)}`),
    raw('"version" = t."version" + 1'),
  ]
  const given = changes.map(({ id, version, values }) => ({ ...values, id, version }))
  const statement = sql`UPDATE ${identifier(entity.name)} AS t SET ${join(set, ', ')} FROM ${recordset(given, columns, 'g')}
    WHERE ${join(
      key.map((name) => sql`${column('t', name)} = ${column('g', name)}`),
      ' AND ',
    )} RETURNING t."id", t."version"`
  const rows = await asFault(
    entity,
    changes.map(({ values }) => values),
    () => work.query<{ id: number; version: number }>(statement),
  )
  if (rows.length !== changes.length) throw staleVersion()
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  noteWritten(
    work,
    entity,
    changes.map(({ id, values }) => ({ id, version: versions.get(id)!, tenant: tenantOf(values, tenant) })),
  )
  return changes.map(({ id }) => versions.get(id)!)
}

/** `jsonb_to_recordset(…) AS alias(columns)`: rows of any number from one parameter. */
export function recordset(
  rows: readonly RawRecord[],
  columns: readonly { readonly name: string; readonly type: string }[],
  alias: string,
): Sql {
  const declared = columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`)
  const narrow = rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])))
  return sql`jsonb_to_recordset(${JSON.stringify(narrow)}::jsonb) AS ${identifier(alias)}(${join(declared, ', ')})`
}

function tenantOf(record: RawRecord | undefined, tenant: string | undefined): number | null {
  const value = tenant === undefined ? null : record?.[tenant]
  return typeof value === 'number' ? value : null
}

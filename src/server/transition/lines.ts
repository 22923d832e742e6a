// How are the lines of records replaced? What is given becomes all there is: one statement for a lines field, however many records and lines.
import sql, { empty, join, raw } from 'sql-template-tag'
import type { Entity, Field } from '../../manifest/app'
import type { RawRecord } from '../context'
import { column, identifier } from '../database/identifier'
import { columnType, linesTableName, storedFields } from '../database/tables'
import { tenantField, type Work } from './work'
import { recordset } from './write'

/** The lines of one record, whose tenant is that of the record. */
export interface LinesOf {
  readonly parent: number
  readonly tenant: number | null
  readonly lines: readonly RawRecord[]
}

/** Writes the lines of a field. `fresh`: the records are new and have none yet. */
export async function writeLines(
  work: Work,
  entity: Entity,
  field: Field,
  given: readonly LinesOf[],
  fresh: boolean,
): Promise<void> {
  const own = tenantField(work.app, entity)
  const key = [...(own ? [own] : []), 'parent', 'position'].map((name) => ({ name, type: 'bigint' }))
  const columns = storedFields(field.fields ?? {}).map((of) => ({ name: of.name, type: columnType(of) }))
  const keyOf = ({ parent, tenant }: LinesOf) => ({ parent, ...(own ? { [own]: tenant } : {}) })
  const rows = given.flatMap((one) => one.lines.map((line, at) => ({ ...line, ...keyOf(one), position: at + 1 })))
  if (fresh && rows.length === 0) return
  const table = identifier(linesTableName(entity.name, field.name))
  const names = join(
    [...key, ...columns].map(({ name }) => identifier(name)),
    ', ',
  )
  const values = join(
    [...key, ...columns].map(({ name }) => column('g', name)),
    ', ',
  )
  // Rows are overwritten in place and only those beyond the new end deleted: one statement cannot delete and insert the same key.
  const match = join(
    key.slice(0, -1).map(({ name }) => sql`${column('l', name)} = ${column('c', name)}`),
    ' AND ',
  )
  const counts = given.map((one) => ({ ...keyOf(one), position: one.lines.length }))
  const gone = sql`WITH gone AS (DELETE FROM ${table} AS l USING ${recordset(counts, key, 'c')} WHERE ${match} AND l."position" > c."position") `
  const target = join(
    key.map(({ name }) => identifier(name)),
    ', ',
  )
  const overwrite =
    columns.length === 0
      ? raw('NOTHING')
      : sql`UPDATE SET ${join(
          columns.map(({ name }) => sql`${identifier(name)} = ${column('excluded', name)}`),
          ', ',
        )}`
  await work.query(
    sql`${fresh ? empty : gone}INSERT INTO ${table} (${names}) SELECT ${values} FROM ${recordset(rows, [...key, ...columns], 'g')} ON CONFLICT (${target}) DO ${overwrite}`,
  )
}

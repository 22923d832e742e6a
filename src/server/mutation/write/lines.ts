// Replaces the lines of records: one statement per lines field, however many records and lines.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { RawRecord } from '../../context/context'
import { column, identifier } from '../../database/sql/identifier'
import { columnType, linesTableName, storedFields } from '../../database/sql/tables'
import { tenantField, type WriteContext } from '../state/writeContext'
import { byTenant, insertRows, type WrittenTable } from './byTenant'
import { recordset } from './write'

/** The lines of one record, which share its tenant. */
export interface LinesOf {
  readonly parent: number
  readonly tenant: number | null
  readonly lines: readonly RawRecord[]
  /** The record is new and has no lines yet. */
  readonly isNew: boolean
}

/** Writes the lines of a field. */
export async function writeLines(
  context: WriteContext,
  entity: Entity,
  field: Field,
  linesOfs: readonly LinesOf[],
): Promise<void> {
  const fresh = linesOfs.every(({ isNew }) => isNew)
  const tenantColumn = tenantField(context.app, entity)
  const keyColumns = [...(tenantColumn ? [tenantColumn] : []), 'parent', 'position'].map((name) => ({
    name,
    type: 'bigint',
  }))
  const columns = storedFields(field.fields ?? {}).map((storedField) => ({
    name: storedField.name,
    type: columnType(storedField),
  }))
  const keyOf = ({ parent, tenant }: LinesOf) => ({ parent, ...(tenantColumn ? { [tenantColumn]: tenant } : {}) })
  const rows = linesOfs.flatMap((linesOf) =>
    linesOf.lines.map((line, index) => ({ ...line, ...keyOf(linesOf), position: index + 1 })),
  )
  if (fresh && rows.length === 0) return
  const table = identifier(linesTableName(entity.name, field.name))
  const names = listNames([...keyColumns, ...columns], identifier)
  const values = listNames([...keyColumns, ...columns], (name) => column('g', name))
  // Rows are overwritten in place and only those beyond the new end deleted: one statement cannot delete and insert the
  // same key.
  const sameRecord = join(
    keyColumns.slice(0, -1).map(({ name }) => sql`${column('l', name)} = ${column('c', name)}`),
    ' AND ',
  )
  const target = listNames(keyColumns, identifier)
  const overwrite =
    columns.length === 0
      ? raw('NOTHING')
      : sql`UPDATE SET ${listNames(columns, (name) => sql`${identifier(name)} = ${column('excluded', name)}`)}`
  const conflict = sql` ON CONFLICT (${target}) DO ${overwrite}`
  const beyond = (some: readonly LinesOf[], linesTenant?: Sql) => {
    const counts = some.map((linesOf) => ({ ...keyOf(linesOf), position: linesOf.lines.length }))
    return sql`DELETE FROM ${table} AS l USING ${recordset(counts, keyColumns, 'c')}
      WHERE ${linesTenant ? sql`${column('l', tenantColumn!)} = ${linesTenant} AND ` : empty}${sameRecord}
      AND l."position" > c."position"`
  }
  if (!context.distributed) {
    const gone = fresh ? empty : sql`WITH gone AS (${beyond(linesOfs)}) `
    await context.query(
      sql`${gone}INSERT INTO ${table} (${names})
        SELECT ${values} FROM ${recordset(rows, [...keyColumns, ...columns], 'g')}${conflict}`,
    )
    return
  }
  if (!fresh)
    for (const part of byTenant(linesOfs, ({ tenant }) => tenant, tenantColumn))
      await context.query(beyond(part.rows, part.tenant))
  const written: WrittenTable = { name: linesTableName(entity.name, field.name), columns: [...keyColumns, ...columns] }
  await insertRows(context, written, rows, conflict)
}

const listNames = (columns: readonly { readonly name: string }[], write: (name: string) => Sql): Sql =>
  join(
    columns.map(({ name }) => write(name)),
    ', ',
  )

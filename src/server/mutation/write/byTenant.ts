// Writes rows of distributed tables: the coordinator sends each to the machine of its tenant.
import sql, { Sql, empty, join, raw } from 'sql-template-tag'
import type { RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import type { WriteContext } from '../state/writeContext'
import { chunk, groupBy } from '../../../manifest/expression/values/lists'

export interface WrittenColumn {
  readonly name: string
  readonly type: string
}

/** A table with the columns that are written. */
export interface WrittenTable {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
}

/** PostgreSQL accepts at most 65,535 parameters per statement. */
const maxValues = 30_000

/** Inserts rows, each with its values; `tail`: what to do with existing rows, or what to return. */
export async function insertRows<T>(
  { query }: Pick<WriteContext, 'query'>,
  { name: table, columns }: WrittenTable,
  rows: readonly RawRecord[],
  tail: Sql = empty,
): Promise<T[]> {
  const names = columns.map(({ name }) => identifier(name))
  const returned: T[] = []
  for (const part of chunk(rows, Math.max(1, Math.floor(maxValues / columns.length)))) {
    const values = part.map(
      (row) =>
        sql`(${join(
          columns.map(({ name, type }) => typedValue(row[name], type)),
          ', ',
        )})`,
    )
    const statement = sql`INSERT INTO ${identifier(table)} (${join(names, ', ')}) VALUES ${join(values, ', ')}${tail}`
    returned.push(...(await query<T>(statement)))
  }
  return returned
}

/** A value of a record as a parameter of its type, or an expression as it is. */
export const typedValue = (value: unknown, type: string): Sql =>
  value instanceof Sql ? value : sql`${valueOf(value, type)}::${raw(type)}`

/** A value of a record as the driver sends it. */
function valueOf(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null
  if (type === 'jsonb') return JSON.stringify(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The rows by tenant; all together where the table has none. */
export function byTenant<R>(
  rows: readonly R[],
  tenantOf: (row: R) => unknown,
  owner: string | undefined,
): readonly { readonly rows: readonly R[]; readonly tenant: Sql | undefined }[] {
  if (owner === undefined) return [{ rows, tenant: undefined }]
  return [...groupBy(rows, (row) => Number(tenantOf(row)))].map(([tenant, tenantRows]) => ({
    rows: tenantRows,
    tenant: sql`${tenant}::bigint`,
  }))
}

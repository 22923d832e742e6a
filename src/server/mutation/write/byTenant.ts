// Inserts rows into distributed tables: takes ids and numbers from the coordinator first.
// Then one statement per tenant writes its rows on its machine.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
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

/** Ids for new records, in rising order, with the document numbers that `numbers` takes, if any. */
export async function takeIds(
  { query }: Pick<WriteContext, 'query'>,
  table: string,
  count: number,
  numbers: Sql | undefined,
): Promise<readonly { readonly id: number; readonly no: string | null }[]> {
  const next = sql`nextval(pg_get_serial_sequence(${identifier(table).text}, 'id'))`
  const rows =
    numbers === undefined
      ? await query<{ id: number; no: null }>(
          sql`SELECT ${next} AS "id", NULL AS "no" FROM generate_series(1, ${count}::int) g ORDER BY g`,
        )
      : await query<{ id: number; no: string }>(
          sql`WITH ${numbers} SELECT ${next} AS "id", n."no" FROM numbers n ORDER BY n."position"`,
        )
  return rows.map(({ id, no }) => ({ id: Number(id), no }))
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

/** A value of a record as a parameter of its type. */
export const typedValue = (value: unknown, type: string): Sql => sql`${valueOf(value, type)}::${raw(type)}`

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
): readonly { readonly rows: readonly R[]; readonly within: Sql | undefined }[] {
  if (owner === undefined) return [{ rows, within: undefined }]
  return [...groupBy(rows, (row) => Number(tenantOf(row)))].map(([tenant, tenantRows]) => ({
    rows: tenantRows,
    within: sql`${tenant}::bigint`,
  }))
}

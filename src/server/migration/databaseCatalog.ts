// Reads the present tables with their columns, and the names of indexes, from the program's schema.
import sql from 'sql-template-tag'
import type { Transaction } from '../database/connection/transaction'

export interface Catalog {
  /** table -> column -> type as format_type prints it */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly indexes: ReadonlySet<string>
}

/**
 * The tables with lines of an entity, those of fields that it no longer has included. They are known by their columns
 * too: another program may name a table alike.
 */
export function linesTablesOf(entity: string, tables: Catalog['tables']): string[] {
  return [...tables].flatMap(([name, columns]) => {
    const [owner, field, ...more] = name.split('.')
    const isNamed = owner === entity && field !== undefined && more.length === 0
    return isNamed && columns.has('parent') && columns.has('position') ? [name] : []
  })
}

/**
 * Lock held by a transaction that reads the tables in order to change them, so that servers starting together do so one
 * at a time.
 */
export const migrateLock = sql`select pg_advisory_xact_lock(hashtext('migrate'))`

/** Reads the catalog as the transaction finds it. */
export async function readCatalog(tx: Transaction): Promise<Catalog> {
  const columns = await tx.query<{ table: string; column: string; type: string }>(sql`
    select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as "type"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
    and not a.attisdropped`)
  const indexes = await tx.query<{ name: string }>(
    sql`select indexname::text as "name" from pg_indexes where schemaname = current_schema()`,
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table, column, type } of columns) {
    const types = tables.get(table) ?? new Map<string, string>()
    tables.set(table, types.set(column, type))
  }
  return { tables, indexes: new Set(indexes.map(({ name }) => name)) }
}

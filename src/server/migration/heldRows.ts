// Counts the records that a change touches and names a few of them.
import sql, { type Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'

/** Records by their number, with the ids of the first. */
export interface HeldRows {
  readonly count: number
  readonly ids: readonly string[]
}

/** A table of an entity or of its lines. */
export interface RowTable {
  readonly table: string
  /** The column with the id of the record: `parent` of lines. */
  readonly record: 'id' | 'parent'
}

/** What the migration does to records, for the plan of a change. */
export interface RowChange extends HeldRows {
  readonly kind: 'renamed' | 'dropped' | 'filled'
  readonly what: 'entity' | 'state' | 'code' | 'field'
  /** The owner of the state, code or field; empty for an entity. */
  readonly owner: string
  readonly name: string
  readonly successor?: string
}

/** What all steps of a migration share inside its transaction. */
export interface MigrationContext {
  readonly tx: Transaction
  readonly app: App
  /** Records what the migration does to records. */
  readonly reportChange: (change: RowChange) => void
}

/** Maximum records that are named. */
const maxNamed = 3

/** The distinct records of a table that meet a condition. */
export async function heldRows(tx: Transaction, { table, record }: RowTable, where: Sql): Promise<HeldRows> {
  const [from, id] = [identifier(table), identifier(record)]
  const rows = await tx.query<{ id: string; count: string }>(sql`
    select ${id}::text as "id", (select count(distinct ${id}) from ${from} where ${where})::text as "count"
    from (select distinct ${id} from ${from} where ${where} order by ${id} limit ${maxNamed}) "named" order by ${id}`)
  return { count: Number(rows[0]?.count ?? 0), ids: rows.map((row) => row.id) }
}

/** "ids 4, 5, 6, …" */
export function namedIds({ count, ids }: HeldRows): string {
  return `${count === 1 ? 'id' : 'ids'} ${ids.join(', ')}${count > ids.length ? ', …' : ''}`
}

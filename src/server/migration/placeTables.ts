// Distributes tables on a Citus cluster: tables of tenants by tenant, shared tables as copies.
// The engine's own tables stay on the coordinator.
import sql, { type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../manifest/model/app'
import type { Database } from '../database/connection/openDatabase'
import type { Transaction } from '../database/connection/transaction'
import { accountTable } from '../database/sql/accounts'
import { identifier } from '../database/sql/identifier'
import { tablesOf } from '../database/sql/tables'
import { migrateLock } from './databaseCatalog'

/** The placement of a table: `shared` is copied to each machine, others are distributed by a column. */
type Placement = 'shared' | { readonly by: string }

/** The placements of all tables that do not stay on the coordinator, by name. */
export function placementsOf(app: App): ReadonlyMap<string, Placement> {
  const { tenantEntity: tenant } = app.access.identity
  return new Map([
    ...tablesOf(app).map(({ name, entity }): [string, Placement] => [
      name,
      entityOf(app, entity).perTenant ? { by: tenant } : 'shared',
    ]),
    [accountTable, 'shared'],
  ])
}

/** Distributes the remaining tables, rows included; each in a transaction of its own, because each has many parts. */
export async function placeTables(database: Pick<Database, 'transaction'>, app: App): Promise<void> {
  let first: string | undefined
  for (const [name, placement] of placementsOf(app)) {
    await database.transaction(async (tx) => {
      await tx.query(migrateLock)
      if (!(await isPlaced(tx, name))) await tx.query(placing(name, placement, first))
    })
    if (placement !== 'shared') first ??= name
  }
}

function placing(name: string, placement: Placement, beside: string | undefined): Sql {
  const table = identifier(name).text
  if (placement === 'shared') return sql`select create_reference_table(${table}::regclass)`
  return sql`select create_distributed_table(${table}::regclass, ${placement.by},
    colocate_with => ${beside === undefined ? 'none' : identifier(beside).text})`
}

async function isPlaced(tx: Transaction, name: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select 1 from pg_dist_partition
      where logicalrelid = ${identifier(name).text}::regclass and partmethod in ('h', 'n')`,
  )
  return rows.length > 0
}

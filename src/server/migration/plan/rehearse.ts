// Runs a migration on the real data and rolls it back, to find its effects and obstacles.
// It locks the tables that it changes, so it gives up before others wait for long.
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import { isLockTimeout } from '../../database/connection/databaseError'
import type { Database } from '../../database/connection/openDatabase'
import type { Transaction } from '../../database/connection/transaction'
import { indexesOf, type Index } from '../indexes'
import { changeTables, followIndexes, type Migrated } from '../migrate'
import { MigrationProblem, type MigrationRefusal } from '../refusal'

/** An index still to be built, with the estimated number of rows. */
export interface PlannedIndex {
  readonly table: string
  readonly kind: Index['kind']
  readonly rows: number
}

export interface Rehearsal extends Migrated {
  readonly refusals: readonly MigrationRefusal[]
  readonly indexes: readonly PlannedIndex[]
}

/** The tables are in use, or too large to rehearse: the effects are unknown. */
export class NotRehearsed extends Error {
  override readonly name = 'NotRehearsed'
}

const timeouts = { lock: '2s', statement: '10s' }
/** Maximum rows for trying a unique index; larger ones are only estimated. */
const maxTried = 200_000

class TakenBack extends Error {}

/**
 * Runs in one transaction of the owner of the tables.
 * @throws NotRehearsed when a lock or a statement takes too long
 */
export async function inBoundedTime<T>(database: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.owner.transaction(async (tx) => {
      await tx.query(sql`set local lock_timeout = ${raw(`'${timeouts.lock}'`)}`)
      await tx.query(sql`set local statement_timeout = ${raw(`'${timeouts.statement}'`)}`)
      return run(tx)
    })
  } catch (error) {
    if (isImpatience(error)) throw new NotRehearsed(error.message, { cause: error })
    throw error
  }
}

/**
 * @param look called with the migrated tables, unless the migration is refused
 * @throws NotRehearsed when a lock or a statement takes too long
 */
export async function rehearse(
  database: Database,
  app: App,
  look: (tx: Transaction) => Promise<void>,
): Promise<Rehearsal> {
  let outcome: Rehearsal | undefined
  try {
    await inBoundedTime(database, async (tx) => {
      const { refusals, rows, granted, catalog } = await changeTables(tx, app)
      if (refusals.length > 0) outcome = { refusals, rows, granted, indexes: [] }
      else {
        const { indexes: existing } = catalog
        outcome = await withIndexes(tx, app, { rows, granted, existing, distributed: database.distributed === true })
      }
      if (outcome.refusals.length === 0) await look(tx)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return outcome!
}

interface Changed extends Migrated {
  readonly existing: ReadonlySet<string>
  readonly distributed: boolean
}

async function withIndexes(
  tx: Transaction,
  app: App,
  { existing, distributed, ...changes }: Changed,
): Promise<Rehearsal> {
  const trigrams = (await tx.query(sql`select 1 from pg_extension where extname = 'pg_trgm'`)).length > 0
  const missing = indexesOf(app, trigrams, distributed).filter(({ name }) => !existing.has(name))
  const estimates = await tx.query<{ table: string; rows: string }>(sql`
    select relname::text as "table", greatest(reltuples, 0)::bigint::text as "rows" from pg_class
    where relnamespace = current_schema()::regnamespace
      and relname::text = any(${missing.map(({ table }) => table)}::text[])`)
  const rowsOf = new Map(estimates.map(({ table, rows }) => [table, Number(rows)]))
  const indexes = missing.map(({ table, kind }) => ({ table, kind, rows: rowsOf.get(table) ?? 0 }))
  const tried = missing.filter(({ kind, table }) => kind === 'unique' && (rowsOf.get(table) ?? 0) <= maxTried)
  try {
    await followIndexes(tx, app, tried, new Set())
    return { ...changes, refusals: [], indexes }
  } catch (error) {
    if (error instanceof MigrationProblem) return { ...changes, refusals: error.refusals, indexes }
    throw error
  }
}

const queryCanceled = '57014'
const isImpatience = (error: unknown): error is pg.DatabaseError =>
  isLockTimeout(error) || (error instanceof pg.DatabaseError && error.code === queryCanceled)

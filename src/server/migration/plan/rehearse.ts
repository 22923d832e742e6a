// Runs a migration on the real data and rolls it back, to find its effects and obstacles.
// It locks the tables that it changes, so it gives up before others wait for long.
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { LocalizableText } from '../../../manifest/expression/message'
import { RequestAborted } from '../../database/connection/cancelOnAbort'
import { isLockTimeout, queryCanceled } from '../../database/connection/databaseError'
import type { Database } from '../../database/connection/openDatabase'
import type { Transaction } from '../../database/connection/transaction'
import { indexesOf, type Index } from '../indexes'
import { changeTables, followIndexes, type Migrated } from '../migrate'
import { MigrationProblem, type MigrationRefusal } from '../refusal'
import { planPhrase } from './planTexts'

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

  constructor(
    readonly reason: LocalizableText,
    cause: unknown,
  ) {
    super('The tables are in use, or too large to rehearse.', { cause })
  }
}

/** Of one lock, one statement, and all together: others wait that long at most for the tables that it has locked. */
const maxSeconds = { lock: 2, statement: 10, whole: 30 }
/** Maximum rows for trying a unique index; larger ones are only estimated. */
const maxTried = 200_000

class TakenBack extends Error {}

/**
 * Runs in one transaction of the owner of the tables.
 * @throws NotRehearsed when a lock, a statement or the whole takes too long
 */
export async function inBoundedTime<T>(
  database: Pick<Database, 'owner'>,
  run: (tx: Transaction) => Promise<T>,
  wholeSeconds = maxSeconds.whole,
): Promise<T> {
  try {
    const bounded = async (tx: Transaction) => {
      await tx.query(sql`set local lock_timeout = ${raw(`'${maxSeconds.lock}s'`)}`)
      await tx.query(sql`set local statement_timeout = ${raw(`'${maxSeconds.statement}s'`)}`)
      return run(tx)
    }
    return await database.owner.transaction(bounded, { signal: AbortSignal.timeout(wholeSeconds * 1_000) })
  } catch (error) {
    const reason = impatience(error, wholeSeconds)
    throw reason ? new NotRehearsed(reason, error) : error
  }
}

/**
 * @param look called with the migrated tables, unless the migration is refused
 * @throws NotRehearsed when a lock, a statement or the whole takes too long
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

function impatience(error: unknown, wholeSeconds: number): LocalizableText | undefined {
  if (error instanceof RequestAborted) return planPhrase('whole_too_long', { seconds: wholeSeconds })
  if (isLockTimeout(error)) return planPhrase('table_in_use', { seconds: maxSeconds.lock })
  if (error instanceof pg.DatabaseError && error.code === queryCanceled)
    return planPhrase('statement_too_long', { seconds: maxSeconds.statement })
  return undefined
}

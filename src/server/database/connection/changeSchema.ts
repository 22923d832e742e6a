// Changes tables in a transaction that gives way to others.
// Everyone who needs a table queues behind a change that waits for it, as for a long export or a backup: so a change
// gives up soon, lets the others go on, and tries again.
import { setTimeout as pause } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { isLockTimeout } from './databaseError'
import type { Database } from './openDatabase'
import type { Transaction } from './transaction'

/** How long a change waits for a table, and everyone else behind it: less than a read may take. */
const lockTimeout = sql`set local lock_timeout = '2s'`
/** Milliseconds in which those who queued behind it go on. */
const pauseMs = 1_000

interface SchemaChange {
  /** The advisory lock under which servers change these tables one at a time; waiting for it blocks nothing else. */
  readonly lock: Sql
  /** Called once when a table is in use and the change waits. */
  readonly onWait?: () => void
}

/** Runs work as the owner of the tables, again from its start until every table that it changes is free. */
export async function changeSchema<T>(
  { owner }: Pick<Database, 'owner'>,
  { lock, onWait }: SchemaChange,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await owner.transaction(async (tx) => {
        await tx.query(lock)
        await tx.query(lockTimeout)
        return work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (isFirst) onWait?.()
      await pause(pauseMs)
    }
  }
}

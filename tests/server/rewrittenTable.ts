// Rewrites a table, as a change of the manifests may, each time that an export is about to read it.
import type pg from 'pg'
import sql from 'sql-template-tag'
import { expect, vi } from 'vitest'
import { identifier } from '../../src/server/database/sql/identifier'
import type { Database } from '../../src/server/database/connection/openDatabase'

/** The result of the work, and how often the table was rewritten meanwhile. */
export async function withTableRewritten<Result>(
  { exports, owner, query }: Database,
  table: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; times: number }> {
  const connect = exports.connect.bind(exports) as () => Promise<pg.PoolClient>
  const changes: Promise<unknown>[] = []
  const name = identifier(table)
  /** Locks the table before a reading begins, and rewrites it while the reading waits for it. */
  const rewrite = (locked: () => void) =>
    owner.transaction(async (change) => {
      await change.query(sql`lock table ${name} in access exclusive mode`)
      locked()
      const waits = sql`select 1 from pg_locks where relation = ${`"${table}"`}::regclass and not granted`
      await expect.poll(() => query(waits)).toHaveLength(1)
      await change.query(sql`alter table ${name} drop column if exists "rewritten"`)
      await change.query(sql`alter table ${name} add column "rewritten" uuid default gen_random_uuid()`)
    })
  const connecting = vi.spyOn(exports, 'connect').mockImplementation(async () => {
    const client = await connect()
    await new Promise<void>((locked) => changes.push(rewrite(locked)))
    return client
  })
  try {
    return { result: await work(), times: changes.length }
  } finally {
    connecting.mockRestore()
    await Promise.all(changes)
    await owner.query(sql`alter table ${name} drop column if exists "rewritten"`)
  }
}

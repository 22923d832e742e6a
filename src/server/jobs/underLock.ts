// Holds a lock of the database for work that is no single transaction, once among all servers.
import sql from 'sql-template-tag'
import type { Database } from '../database/connection/openDatabase'
import { lockKey } from '../database/sql/lockNamed'

/**
 * Does `work` while no one else holds a lock of this name; undefined: it is held. It belongs to a connection, so that
 * it ends with the process that took it.
 */
export async function underLock<T>(
  { exports: connections }: Pick<Database, 'exports'>,
  name: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const client = await connections.connect()
  let lost: Error | undefined
  const lose = (error: Error) => {
    lost = error
  }
  client.on('error', lose)
  try {
    const taking = sql`select pg_try_advisory_lock(${lockKey(name)}) as "taken"`
    const { rows } = await client.query<{ taken: boolean }>({ text: taking.text, values: taking.values })
    if (!rows[0]?.taken) return undefined
    try {
      return { value: await work() }
    } finally {
      const giving = sql`select pg_advisory_unlock(${lockKey(name)})`
      // A connection that is closed gives its locks back as well.
      await client.query({ text: giving.text, values: giving.values }).catch(lose)
    }
  } finally {
    client.off('error', lose)
    client.release(lost)
  }
}

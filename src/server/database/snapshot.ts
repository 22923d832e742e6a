// How is more read than fits into memory? On one connection, from one unchanging state of the data, a batch at a time, and nothing can be written.
// Whoever opens a snapshot must close it: until then a connection of the pool is gone.
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Sql } from 'sql-template-tag'
import type { Database } from './open'
import { typeParsers } from './typeParsers'

export interface Snapshot {
  /** The rows of one statement. */
  query<T>(statement: Sql): Promise<T[]>
  /** The rows of a statement in batches of at most `size`; nothing else may be asked before its end. */
  batches<T>(statement: Sql, size: number): AsyncGenerator<T[], void, undefined>
  /** Gives the connection back; may be called again, and while a batch is being read. */
  close(): Promise<void>
}

export async function openSnapshot(database: Pick<Database, 'pool' | 'onStatement'>): Promise<Snapshot> {
  const client = await database.pool.connect()
  // A connection lost between two batches must fail the next one, not end the process; and nothing waits for an answer that cannot come.
  let lose: (error: Error) => void = () => undefined
  const lost = new Promise<Error>((resolve) => {
    lose = resolve
  })
  const onEnd = () => lose(new Error('The database connection was lost.'))
  client.on('error', lose).once('end', onEnd)
  const tell = (text: string) => database.onStatement?.(text)
  let cursor: Cursor | undefined
  let reading: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined

  const leave = async (): Promise<Error | undefined> => {
    try {
      // A batch on its way is awaited; why it failed is told to whoever reads it, here it only means that the connection is not to be used again.
      await reading
      await cursor?.close()
      await client.query('ROLLBACK')
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  const close = async (): Promise<void> => {
    const problem = await Promise.race([leave(), lost])
    client.off('error', lose).off('end', onEnd)
    client.release(problem)
  }

  const snapshot: Snapshot = {
    async query<T>({ text, values }: Sql) {
      tell(text)
      return (await client.query({ text, values })).rows as T[]
    },
    async *batches<T>({ text, values }: Sql, size: number) {
      tell(text)
      cursor = client.query(new Cursor(text, values, { types: typeParsers }) as pg.Submittable) as unknown as Cursor
      for (;;) {
        if (closing) return
        const batch = cursor.read(size) as Promise<T[]>
        reading = batch
        const rows = await batch
        if (rows.length > 0) yield rows
        if (rows.length < size) return
      }
    },
    close: () => (closing ??= close()),
  }
  try {
    tell('BEGIN')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  } catch (error) {
    await snapshot.close()
    throw error
  }
  return snapshot
}

// Reads more than fits into memory: in batches, on one connection, from one read-only snapshot.
// A snapshot holds a connection of the pool until it is closed.
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Sql } from 'sql-template-tag'
import { cancelOnAbort } from './cancelOnAbort'
import type { Database } from './openDatabase'
import { typeParsers } from './typeParsers'

export interface Snapshot {
  /** The rows of one statement. */
  query<T>(statement: Sql): Promise<T[]>
  /** The rows of a statement in batches of at most `size`; no other query may run before their end. */
  batches<T>(statement: Sql, size: number): AsyncGenerator<T[], void, undefined>
  /** Returns the connection; may be called again, and while a batch is being read. */
  close(): Promise<void>
}

/** `signal`: aborted when the client has disconnected; cancels the running read. */
export async function openSnapshot(
  database: Pick<Database, 'canceller' | 'exports' | 'onStatement'>,
  signal?: AbortSignal,
): Promise<Snapshot> {
  const client = await database.exports.connect()
  const loss = lossOf(client)
  const tell = (text: string) => database.onStatement?.(text)
  const awaited = <T>(run: () => Promise<T>) =>
    signal ? cancelOnAbort(database.canceller, client, signal, run) : run()
  let cursor: Cursor | undefined
  let reading: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined

  const leave = async (): Promise<Error | undefined> => {
    try {
      // Wait for a running batch. Its reader gets the error; here it only means that the connection cannot be reused.
      await reading
      await cursor?.close()
      await client.query('ROLLBACK')
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  const close = async (): Promise<void> => {
    const problem = await Promise.race([leave(), loss.lost])
    loss.ignore()
    client.release(problem)
  }

  const snapshot: Snapshot = {
    async query<T>({ text, values }: Sql) {
      tell(text)
      return (await awaited(() => client.query({ text, values }))).rows as T[]
    },
    async *batches<T>({ text, values }: Sql, size: number) {
      tell(text)
      cursor = client.query(new Cursor(text, values, { types: typeParsers }) as pg.Submittable) as unknown as Cursor
      for (;;) {
        if (closing) return
        const next = cursor
        const batch = awaited(() => next.read(size) as Promise<T[]>)
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

/**
 * Waits for the end of a connection. One that is lost between two batches must fail the next one, not end the process;
 * and nothing may wait for an answer that cannot come.
 */
function lossOf(client: pg.PoolClient): { readonly lost: Promise<Error>; ignore(): void } {
  let lose: (error: Error) => void = () => undefined
  const lost = new Promise<Error>((resolve) => {
    lose = resolve
  })
  const onEnd = () => lose(new Error('The database connection was lost.'))
  client.on('error', lose).once('end', onEnd)
  return { lost, ignore: () => void client.off('error', lose).off('end', onEnd) }
}

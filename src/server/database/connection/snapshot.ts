// Reads more than fits into memory: in batches, on one connection, from one read-only snapshot.
// A snapshot holds a connection of the pool until it is closed.
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { cancelOnAbort } from './cancelOnAbort'
import type { BoundQueryOwner, Database } from './openDatabase'

export interface Snapshot {
  /** The rows of one statement. */
  query<T>(statement: Sql): Promise<T[]>
  /** The rows of a statement in batches of at most `size`; once for each snapshot. */
  batches<T>(statement: Sql, size: number): AsyncGenerator<T[], void, undefined>
  /**
   * Whether it sees the rows of every table that it has read so far: to an older snapshot, a table that a change of the
   * manifests has rewritten is empty. What it has read once is locked against such changes until it is closed.
   */
  isComplete(): Promise<boolean>
  /** Returns the connection; may be called again, and while a batch is being read. */
  close(): Promise<void>
}

/** The tables read so far whose rows are in another file by now than they were for the snapshot. */
const rewrittenSql = sql`SELECT 1 FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND c.relkind = 'r' AND c.relfilenode <> 0
    AND c.relfilenode <> pg_relation_filenode(c.oid)`

/** `signal`: aborted when the client has disconnected; cancels the running read. */
export async function openSnapshot(
  database: Pick<Database, 'canceller' | 'exports' | 'onStatement' | 'rowSecurity'>,
  { reach, signal }: Pick<BoundQueryOwner, 'reach' | 'signal'>,
): Promise<Snapshot> {
  const client = await database.exports.connect()
  const loss = lossOf(client)
  const logStatement = (text: string) => database.onStatement?.(text)
  const send = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> => {
    const run = () => client.query({ text, values: [...values] })
    const { rows } = await (signal ? cancelOnAbort(database.canceller, client, signal, run) : run())
    return rows as T[]
  }
  let reading: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined

  const leave = async (): Promise<Error | undefined> => {
    try {
      // Wait for a running batch. Its reader gets the error; here it only means that the connection cannot be reused.
      await reading
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
    query<T>({ text, values }: Sql) {
      logStatement(text)
      return send<T>(text, values)
    },
    async *batches<T>({ text, values }: Sql, size: number) {
      logStatement(text)
      // With a protocol cursor the time of the download would count as time of the statement.
      await send(`DECLARE "batches" NO SCROLL CURSOR FOR ${text}`, values)
      for (;;) {
        if (closing) return
        const fetching = send<T>(`FETCH ${size} FROM "batches"`)
        reading = fetching
        const rows = await fetching
        if (rows.length > 0) yield rows
        if (rows.length < size) return
      }
    },
    isComplete: async () => (await snapshot.query(rewrittenSql)).length === 0,
    close: () => (closing ??= close()),
  }
  try {
    await database.rowSecurity?.enter(client, reach)
    logStatement('BEGIN')
    // All rows are read: optimize the plan for the whole result.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL cursor_tuple_fraction = 1')
  } catch (error) {
    await snapshot.close()
    throw error
  }
  return snapshot
}

/**
 * Watches for the end of a connection. Losing it between two batches must fail the next batch, not end the process, and
 * no read may wait for an answer that cannot come.
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

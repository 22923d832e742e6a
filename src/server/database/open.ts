// How does the program come to its database, the embedded one or the one of a URL, and speak with it?
// Statements come as Sql values only; a text with values pasted into it has no way in.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { startEmbedded } from './embedded'
import type { DatabaseProblem } from './problem'
import { StatementNames } from './statementNames'
import { readOnce, runTransaction, type Sender, type Transaction, type TransactionOptions } from './transaction'
import { typeParsers } from './typeParsers'
import { checkUrl } from './url'

export type { Transaction, TransactionOptions } from './transaction'

export interface DatabaseOptions {
  /** A PostgreSQL server to use instead of the embedded one. */
  url?: string
  /** The folder of the embedded database; not touched when there is a `url`. */
  dataDir: string
  log: (line: string) => void
  /** Called once when the embedded server ends by itself. */
  onExit?: (problem: DatabaseProblem) => void
}

export interface Database {
  readonly pool: pg.Pool
  readonly kind: 'embedded' | 'url'
  /** Called with the text of every statement before it is sent, BEGIN, COMMIT and ROLLBACK included; for counting. */
  onStatement?: (text: string) => void
  /**
   * The rows of one statement on its own; `signal`: aborted when nobody waits for them any more.
   * @throws Abandoned when the signal is aborted
   */
  read<T = Record<string, unknown>>(query: Sql, signal?: AbortSignal): Promise<T[]>
  /** Runs `work` as one transaction and gives back its value. It may run up to four times: it must have no effect outside `tx`. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Ends the connections and the embedded server; may be called again. */
  close(): Promise<void>
}

const CONNECTIONS = 20
const GRACE = 10_000

/**
 * Opens the database of `url`, or the embedded one of `dataDir`.
 * @throws DatabaseProblem when it cannot be opened
 */
export async function openDatabase({ url, dataDir, log, onExit }: DatabaseOptions): Promise<Database> {
  if (url) {
    await checkUrl(url)
    return databaseOn({ connectionString: url }, 'url', log, async () => {})
  }
  const embedded = await startEmbedded({ dataDir, log, onExit })
  return databaseOn(embedded.connection, 'embedded', log, embedded.stop)
}

function databaseOn(
  connection: pg.PoolConfig,
  kind: Database['kind'],
  log: DatabaseOptions['log'],
  stop: () => Promise<void>,
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: CONNECTIONS,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    // Another server's defaults may differ, and the type parsers rely on the first two. Of computed groups PostgreSQL expects more than there are: without
    // room for those it sorts a million rows instead of adding them up.
    onConnect: (client) =>
      client.query(`SET timezone = 'UTC'; SET datestyle = 'ISO'; SET hash_mem_multiplier = 8`) as unknown as void,
  })
  pool.on('error', (error) => log(`An idle database connection was lost: ${error.message}`))
  const sender: Sender = { pool, names: new StatementNames(), onStatement: (text) => database.onStatement?.(text) }
  let closing: Promise<void> | undefined
  const database: Database = {
    pool,
    kind,
    read: (query, signal) => readOnce(sender, query, signal),
    transaction: (work, options) => runTransaction(sender, work, options),
    close: () => (closing ??= close(pool, stop, log)),
  }
  return database
}

async function close(pool: pg.Pool, stop: () => Promise<void>, log: DatabaseOptions['log']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), GRACE)
  })
  const ended = await Promise.race([pool.end(), late])
  clearTimeout(timer)
  if (ended === 'late') log('Some database work did not end in time and is cut off.')
  await stop()
}

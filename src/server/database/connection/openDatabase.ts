// Opens the embedded database or the one of a URL, and sends statements to it.
// Statements are Sql values only; a text with concatenated values is not accepted.
import { firstItem } from '../../../manifest/expression/values/present'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { Collecting, isDistributed } from './distributed'
import { startEmbedded } from '../embedded/start'
import type { DatabaseProblem } from '../startupProblem'
import { RowSecurity, prepareRoles, type TenantReach } from './rowSecurity'
import { openPools, type PoolCounts } from './pools'
import { queryOnce, runTransaction, type Transaction, type TransactionOptions } from './transaction'
import { nameWriteEnd } from './databaseError'
import type { QueryOwner } from './turns'
import { checkUrl } from './connectionUrl'

interface DatabaseOptions {
  /** A PostgreSQL server to use instead of the embedded one. */
  url?: string
  /** The folder of the embedded database; not touched when there is a `url`. */
  dataDir: string
  /** Its buffers; absent: by the memory of the machine. */
  bufferMegabytes?: number | undefined
  /** Maximum seconds that PostgreSQL may work on one read of a caller. */
  readSeconds: number
  /** PostgreSQL itself keeps tenants apart, as a second wall. */
  rowSecurity?: boolean
  /** Whether a call is being answered, which waits less for a connection than a job. Absent: none is. */
  answersCall?: () => boolean
  log: (line: string) => void
  /** Prints for the operator what is noteworthy about the machine; absent: `log`. */
  say?: (line: string) => void
  /** Called once when the embedded server ends unexpectedly. */
  onExit?: (problem: DatabaseProblem) => void
}

/** Whom a statement runs for. */
export interface BoundQueryOwner extends QueryOwner {
  /** Whose rows PostgreSQL lets the statement reach, where row security is on. */
  readonly reach: TenantReach
}

/** The account a statement runs for, and whether it may scan many records: small reads never wait for large ones. */
interface Reader extends BoundQueryOwner {
  readonly large: boolean
}

export interface Database {
  readonly pool: pg.Pool
  /** Connections for reads that last as long as a download. */
  readonly exports: pg.Pool
  /** Connections that cancel statements; they never wait for a share. */
  readonly canceller: pg.Pool
  readonly kind: 'embedded' | 'url'
  /** The connections by what they are used for. */
  poolCounts(): readonly PoolCounts[]
  /** The tables of tenants are distributed over the machines of a cluster. */
  readonly distributed?: boolean
  /** Sets whose rows a connection reaches; absent where row security is off. */
  readonly rowSecurity?: RowSecurity
  /** The same database as the owner of its tables, who alone may change them. */
  readonly owner: Pick<Database, 'query' | 'transaction'>
  /** Called with the text of every statement before it is sent, BEGIN, COMMIT and ROLLBACK included; for counting. */
  onStatement?: (text: string) => void
  /**
   * The rows of one statement outside a transaction; `signal`: aborted when the client has disconnected.
   * @throws RequestAborted when the signal is aborted
   */
  query<T = Record<string, unknown>>(statement: Sql, signal?: AbortSignal): Promise<T[]>
  /**
   * The same for a caller, subject to fair shares. PostgreSQL ends a statement that exceeds the time limit of reads;
   * `databaseError` explains that.
   * @throws RequestError when connections or the caller's share stay busy, RequestAborted when the signal is aborted
   */
  readFor<T = Record<string, unknown>>(query: Sql, reader: Reader): Promise<T[]>
  /**
   * Refuses, after a second, a caller with so many waiting reads that a further one would be refused.
   * @throws RequestError as `readFor`, RequestAborted when the signal is aborted
   */
  awaitRoom(queryOwner: QueryOwner, large: boolean): Promise<void>
  /**
   * Runs `work` as one transaction and returns its value. It may run up to four times: it must have no effect outside
   * `tx`.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The same for a caller, subject to fair shares. With the signal of a request it ends when the client disconnects.
   * @throws RequestError when connections or the caller's share stay busy, RequestAborted when the signal is aborted,
   * WriteEnded when the database ended it
   */
  transactionFor<T>(work: (tx: Transaction) => Promise<T>, queryOwner: BoundQueryOwner): Promise<T>
  /** Tables or views have changed: forgets what was learned of them. */
  tablesChanged(): void
  /** Closes the connections and the embedded server; may be called again. */
  close(): Promise<void>
}

/** Milliseconds that a start or a job waits for a connection, whose outcome is no answer to a call. */
const backgroundWaitMs = 10_000
/** Milliseconds that database work may go on while the server closes. */
const closeGraceMs = 10_000

/**
 * Opens the database of `url`, or the embedded one of `dataDir`.
 * @throws DatabaseProblem when it cannot be opened
 */
export async function openDatabase({
  url,
  dataDir,
  bufferMegabytes,
  readSeconds,
  rowSecurity = false,
  answersCall = () => false,
  log,
  say = log,
  onExit,
}: DatabaseOptions): Promise<Database> {
  if (url) {
    await checkUrl(url)
    const stop = async () => undefined
    const served: Served = { kind: 'url', readSeconds, rowSecurity, answersCall, log, stop }
    const database = databaseOn({ connectionString: url }, served)
    await database.look()
    return database
  }
  const { connection, stop } = await startEmbedded({ dataDir, bufferMegabytes, log, say, onExit })
  const database = databaseOn(connection, { kind: 'embedded', readSeconds, rowSecurity, answersCall, log, stop })
  await database.look()
  return database
}

interface Served extends Pick<DatabaseOptions, 'log'> {
  readonly kind: Database['kind']
  readonly readSeconds: number
  readonly rowSecurity: boolean
  readonly answersCall: () => boolean
  readonly stop: () => Promise<void>
}

interface OpenedDatabase extends Database {
  /** Detects what the server is, and prepares the roles of row security. */
  look(): Promise<void>
}

function databaseOn(
  connection: pg.PoolConfig,
  { kind, readSeconds, rowSecurity, answersCall, log, stop }: Served,
): OpenedDatabase {
  /** The server itself as the owner of a statement. */
  const server = (signal?: AbortSignal): QueryOwner => ({
    account: '',
    tenant: '',
    signal,
    ...(!answersCall() && { waitMs: backgroundWaitMs }),
  })
  const onStatement = (text: string) => database.onStatement?.(text)
  const security = rowSecurity ? new RowSecurity(onStatement) : undefined
  const pools = openPools(connection, { readSeconds, log, security, onStatement })
  const { pool, owner, internal, small, large, writes } = pools
  let closing: Promise<void> | undefined
  const database: OpenedDatabase = {
    pool,
    exports: pools.exports,
    canceller: pools.canceller,
    kind,
    poolCounts: pools.counts,
    rowSecurity: security,
    owner: {
      query: (statement, signal) => owner.turns.run(server(signal), () => queryOnce(owner.sender, statement, signal)),
      transaction: (work, options) =>
        owner.turns.run(server(options?.signal), () => runTransaction(owner.sender, work, options)),
    },
    async look() {
      if (security) await prepareRoles(pool)
      if (kind === 'embedded' || !(await isDistributed(pool))) return pools.planOnce()
      pools.useCluster(await collectingOn(pool, log))
      Object.assign(database, { distributed: true })
    },
    query: (statement, signal) =>
      internal.turns.run(server(signal), () => queryOnce(internal.sender, statement, signal)),
    readFor: (query, reader) => {
      const { sender: through, turns } = reader.large ? large : small
      return turns.run(reader, () => queryOnce({ ...through, reach: reader.reach }, query, reader.signal))
    },
    awaitRoom: (queryOwner, isLarge) => (isLarge ? large : small).turns.awaitRoom(queryOwner),
    transaction: (work, options) =>
      internal.turns.run(server(options?.signal), () => runTransaction(internal.sender, work, options)),
    transactionFor: (work, queryOwner) =>
      writes.turns.run(queryOwner, () =>
        runTransaction({ ...writes.sender, reach: queryOwner.reach }, work, { signal: queryOwner.signal }).catch(
          nameWriteEnd,
        ),
      ),
    tablesChanged: pools.tablesChanged,
    close: () => (closing ??= close(pools.opened(), stop, log)),
  }
  return database
}

// Tables come and go with the manifests: look up their placement again while the server runs.
async function collectingOn(pool: pg.Pool, log: DatabaseOptions['log']): Promise<Collecting> {
  const { rows } = await pool.query<{ name: string }>(`select current_schema()::text as "name"`)
  return new Collecting(firstItem(rows).name, pool, log)
}

async function close(pools: readonly pg.Pool[], stop: () => Promise<void>, log: DatabaseOptions['log']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeGraceMs)
  })
  const ended = await Promise.race([Promise.all(pools.map((pool) => pool.end())), late])
  clearTimeout(timer)
  if (ended === 'late') log('Some database work did not end in time and is cut off.')
  await stop()
}

// Runs work as one transaction and retries it after serialization failures and deadlocks.
// Retries only what PostgreSQL itself rolled back; after a lost connection the commit may have happened.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { RequestAborted, cancelOnAbort } from './cancelOnAbort'
import type { Collecting } from './distributed'
import { isBroken, isInvalidatedPlan, isSerializationConflict } from './transactionErrors'
import { groupBy } from '../../../manifest/expression/values/lists'
import { isMisrouted, type Machines, type DirectRoute } from './machines/machines'
import { valuesWithin, type TenantStatement } from './machines/shardStatement'
import type { RowSecurity, TenantReach } from './rowSecurity'
import type { ReplannedStatement, StatementNames } from './statementNames'

/** Access to the data inside a transaction; unusable after its end. */
export interface Transaction {
  /** The rows of one statement. Concurrent calls are sent one after another. */
  query<T = Record<string, unknown>>(query: Sql): Promise<T[]>
  /** Lets the statements of the work reach the rows of all tenants, where row security limits those of this caller. */
  acrossTenants<T>(work: () => Promise<T>): Promise<T>
}

export interface TransactionOptions {
  /** PostgreSQL's levels; default `read committed`. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Aborted when the client has disconnected: then it is rolled back. */
  signal?: AbortSignal
}

/** What sending a statement needs besides the connection. */
export interface StatementOptions {
  pool: pg.Pool
  /** The pool through which statements are canceled. */
  canceller: pg.Pool
  names: StatementNames
  onStatement(text: string): void
  /** How to rewrite statements for a cluster. */
  collecting?: Collecting
  /** On a cluster, for reads outside a transaction. */
  direct?: DirectReads
  /** Sets whose rows a connection reaches; absent where row security is off. */
  rowSecurity?: RowSecurity
  /** Whose rows these statements reach, where row security is on; absent: those of the owner of the tables. */
  reach?: TenantReach
}

/** A statement as it is sent. */
interface Statement extends Pick<Sql, 'text' | 'values'>, Partial<ReplannedStatement & TenantStatement> {
  /** Stands for the text where it is named. */
  readonly key?: string
}

/** Sends reads of one tenant to the machine that holds it. */
interface DirectReads {
  readonly machines: Machines
  readonly kind: Parameters<Machines['routeOf']>[1]
}

/** A statement failed that a rewritten text can replace; the transaction has to start again. */
class RewrittenStatement extends Error {}

const maxRetries = 3
const beginStatements = {
  'read committed': 'BEGIN ISOLATION LEVEL READ COMMITTED',
  'repeatable read': 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  serializable: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
}

/**
 * Runs one statement on its own; `signal`: aborted when the client has disconnected.
 * @throws RequestAborted when the signal is aborted
 */
export async function queryOnce<T>(sender: StatementOptions, query: Statement, signal?: AbortSignal): Promise<T[]> {
  const { direct } = sender
  if (query.tenants) return queryEach(sender, { ...query, text: query.text, tenants: query.tenants }, signal)
  const route = await direct?.machines.routeOf(query, direct.kind)
  const routed = direct && route && (await queryDirectly<T>(sender.onStatement, direct, { query, route, signal }))
  if (routed) return routed
  for (let retry = 0; ; retry += 1) {
    try {
      return await queryHere<T>(sender, query, signal)
    } catch (error) {
      if (await sender.collecting?.learn(query.text, error)) continue
      if (!isInvalidatedPlan(error) || retry >= maxRetries) throw error
      sender.names.renew()
    }
  }
}

/**
 * The rows of a statement for each of several tenants, in any order: those of a group of shards together, and one group
 * after another at each machine, as a caller has one connection. Tenants without a route are read through the
 * coordinator, one by one.
 */
async function queryEach<T>(
  sender: StatementOptions,
  { tenants, ...query }: Statement & Required<Pick<Statement, 'tenants'>>,
  signal?: AbortSignal,
): Promise<T[]> {
  const { direct, onStatement } = sender
  const oneByOne = async (some: readonly number[]) => {
    const rows: T[] = []
    for (const tenant of some) rows.push(...(await queryOnce<T>(sender, withinTenant(query, tenant), signal)))
    return rows
  }
  const routes = direct && (await direct.machines.routesOf(query, tenants, direct.kind))
  if (!routes) return oneByOne(tenants)
  const routed = new Set(routes.flatMap((route) => route.tenants))
  const others = oneByOne(tenants.filter((tenant) => !routed.has(tenant)))
  const ofMachine = async (those: typeof routes) => {
    const rows: T[] = []
    for (const route of those)
      rows.push(
        ...((await queryDirectly<T>(onStatement, direct, { query, route, signal })) ?? (await oneByOne(route.tenants))),
      )
    return rows
  }
  const ofMachines = [...groupBy(routes, ({ machine }) => machine).values()].map(ofMachine)
  return (await Promise.all([others, ...ofMachines])).flat()
}

/** The statement for another tenant than its values name. */
function withinTenant({ values, tenantPositions = [], ...query }: Statement, tenant: number): Statement {
  return { ...query, values: valuesWithin(tenant, { values, tenantPositions }), tenantPositions }
}

async function queryHere<T>(sender: StatementOptions, query: Statement, signal?: AbortSignal): Promise<T[]> {
  return onClient(sender, async (client) => (await sendAwaited(sender, client, query, signal)).rows as T[])
}

/** The rows from the machine of the tenant; undefined where it turns out not to hold it any more. */
async function queryDirectly<T>(
  onStatement: StatementOptions['onStatement'],
  { machines }: DirectReads,
  { query, route, signal }: { readonly query: Statement; readonly route: DirectRoute; readonly signal?: AbortSignal },
): Promise<T[] | undefined> {
  const { text, key, values, ...sender } = route
  const { plannedAnew } = query
  try {
    const rows = await queryHere<T>({ ...sender, onStatement }, { text, key, values: [...values], plannedAnew }, signal)
    machines.succeeded(query)
    return rows
  } catch (error) {
    if (error instanceof RequestAborted || !isMisrouted(error)) throw error
    machines.misrouted(query, error)
    return undefined
  }
}

/**
 * Runs `work` between BEGIN and COMMIT; up to three more times after a serialization failure or a deadlock.
 * @throws RequestAborted when the signal is aborted
 */
export async function runTransaction<T>(
  sender: StatementOptions,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await onClient(sender, (client) => attempt(sender, client, work, options))
    } catch (error) {
      // Terminates: each attempt learns one more statement.
      if (error instanceof RewrittenStatement) {
        retry -= 1
        continue
      }
      if (isInvalidatedPlan(error)) sender.names.renew()
      else if (!isSerializationConflict(error)) throw error
      if (retry === maxRetries) throw error
      // Random delays, so that conflicting transactions do not meet again at once.
      await pause((retry + 1) * (5 + Math.random() * 20))
    }
  }
}

async function attempt<T>(
  sender: StatementOptions,
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<T>,
  { isolation = 'read committed', signal }: TransactionOptions,
): Promise<T> {
  let open = true
  // pg takes one statement at a time, while work may await several together.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(send: () => Promise<R>): Promise<R> => {
    const sent = last.then(send)
    last = sent.catch(() => undefined)
    return sent
  }
  const enter = (reach: TenantReach | undefined) => inTurn(async () => sender.rowSecurity?.enter(client, reach))
  const tx: Transaction = {
    query: <R>(query: Sql) => {
      if (!open)
        return Promise.reject(new Error('This transaction has ended; its work must be awaited to the last statement.'))
      const sent = () => sendAwaited(sender, client, query, signal).catch(orRewritten(sender, query))
      return inTurn(async () => (await sent()).rows as R[])
    },
    acrossTenants: async (work) => {
      await enter('all')
      const value = await work().catch(async (error: unknown) => {
        // After a failed statement PostgreSQL refuses this one too, and takes the role back as it rolls back.
        await Promise.allSettled([enter(sender.reach)])
        throw error
      })
      await enter(sender.reach)
      return value
    },
  }
  await sendUnprepared(sender, client, beginStatements[isolation])
  try {
    const value = await work(tx)
    open = false
    await last
    // After a failed statement that the work caught, PostgreSQL answers COMMIT with ROLLBACK.
    const { command } = await sendUnprepared(sender, client, 'COMMIT')
    if (command !== 'COMMIT')
      throw new Error('A statement of this transaction failed and its error was not passed on; nothing was kept.')
    return value
  } catch (error) {
    open = false
    await last
    if (!isBroken(error)) await rollback(sender, client, error)
    throw error
  }
}

async function rollback(sender: StatementOptions, client: pg.PoolClient, first: unknown): Promise<void> {
  try {
    await sendUnprepared(sender, client, 'ROLLBACK')
  } catch (second) {
    throw new AggregateError([first, second], 'The transaction failed and could not be rolled back.', { cause: first })
  }
}

async function onClient<T>(
  { pool, rowSecurity, reach }: StatementOptions,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A connection lost between two statements must reject the next one, not end the process.
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
  }
  client.on('error', onError)
  try {
    await rowSecurity?.enter(client, reach)
    const value = await use(client)
    client.off('error', onError)
    client.release(lost)
    return value
  } catch (error) {
    client.off('error', onError)
    client.release(lost ?? isBroken(error))
    throw error
  }
}

function orRewritten({ collecting }: StatementOptions, { text }: Sql) {
  return async (error: unknown): Promise<never> => {
    throw (await collecting?.learn(text, error))
      ? new RewrittenStatement('The statement runs again in another form.', { cause: error })
      : error
  }
}

function sendAwaited(sender: StatementOptions, client: pg.PoolClient, query: Statement, signal?: AbortSignal) {
  const run = () => send(sender, client, query)
  return signal ? cancelOnAbort(sender.canceller, client, signal, run) : run()
}

function send(
  { names, onStatement, collecting }: StatementOptions,
  client: pg.PoolClient,
  query: Statement,
): Promise<pg.QueryResult> {
  const { values, plannedAnew = false } = query
  const text = collecting?.textOf(query.text) ?? query.text
  onStatement(text)
  return client.query({ name: names.nameOf({ text: query.key ?? text, plannedAnew }), text, values })
}

function sendUnprepared(
  { onStatement }: StatementOptions,
  client: pg.PoolClient,
  text: string,
): Promise<pg.QueryResult> {
  onStatement(text)
  return client.query(text)
}

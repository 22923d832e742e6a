// The connections of the server, by what is sent over them.
// Each kind has its own, so that none waits for another.
import pg from 'pg'
import { groupBy } from '../../../manifest/expression/values/lists'
import type { Collecting } from './distributed'
import { connectionTo, type MachineAddress, type MachinePools } from './machines/machine'
import { Machines } from './machines/machines'
import type { RowSecurity, TenantReach } from './rowSecurity'
import { StatementNames } from './statementNames'
import type { StatementOptions } from './transaction'
import { serverTurns, Turns, type Shares } from './turns'
import { typeParsers } from './typeParsers'

/**
 * Connections for the server's own work (sessions, sign-in, jobs), for what only the owner of the tables may do, for
 * exports, and for cancellations.
 */
const ownConnections = 10
const ownerConnections = 4
const exportConnections = 4
const cancelConnections = 2
/** Connections of callers, by kind; an account and a tenant may hold a share of each. */
const sharesOfKinds = {
  small: { all: 6, tenant: 5, account: 3 },
  large: { all: 10, tenant: 8, account: 4 },
  writes: { all: 8, tenant: 7, account: 4 },
} as const
/** Of a write and of the server's own work, which also wait for the locks of others. */
const writeSeconds = 60
interface PoolsOptions extends Pick<StatementOptions, 'onStatement'> {
  /** PostgreSQL's time limit of a caller's read. */
  readonly readSeconds: number
  readonly log: (line: string) => void
  readonly security: RowSecurity | undefined
}

/** What connections are used for; those to the machines of a cluster count with the rest of their kind. */
type PoolName = 'own' | 'owner' | 'small' | 'large' | 'writes' | 'exports' | 'cancel'

/** The connections of one kind by state, and the requests that wait for one, or for their share of them. */
export interface PoolCounts {
  readonly pool: PoolName
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

interface NamedPool {
  readonly name: PoolName
  readonly pool: pg.Pool
}

/** `byKey`: the statements find records by key, so one plan serves all values. */
interface Limits {
  /** PostgreSQL's time limit of a statement; none without it. */
  readonly seconds?: number
  readonly byKey?: boolean
}

type OpenAt = (address: pg.PoolConfig, name: PoolName, options: Omit<PoolOptions, 'log'>) => pg.Pool

/** The connections by what is sent over them, and how statements are sent. */
export function openPools(connection: pg.PoolConfig, { readSeconds, log, security, onStatement }: PoolsOptions) {
  const names = new StatementNames()
  const opened: NamedPool[] = []
  const allOptions: StatementOptions[] = []
  // False until the server is known not to be a cluster, where plans depend on the values that select a machine.
  let plansOnce = false
  let machines: Machines | undefined
  const openAt: OpenAt = (address, name, options) => {
    const created = poolOf(address, { ...options, log })
    opened.push({ pool: created, name })
    return created
  }
  const open = (name: PoolName, max: number, { seconds, byKey = false }: Limits = {}) =>
    openAt(connection, name, { max, seconds, plansOnce: () => byKey && plansOnce })
  const canceller = open('cancel', cancelConnections)
  const sender = (pool: pg.Pool, reach?: TenantReach): StatementOptions => {
    const statementOptions: StatementOptions = { pool, canceller, names, onStatement, rowSecurity: security, reach }
    allOptions.push(statementOptions)
    return statementOptions
  }
  const kindOf = (name: keyof typeof sharesOfKinds, limits: Limits) => {
    const shares: Shares = sharesOfKinds[name]
    return { sender: sender(open(name, shares.all, limits)), turns: new Turns(shares) }
  }
  const pool = open('own', ownConnections, { seconds: writeSeconds })
  // One more waits for the notices of other processes.
  const internal = { sender: sender(pool, 'all'), turns: serverTurns(ownConnections - 1) }
  // Changing large tables takes as long as it takes.
  const owner = { sender: sender(open('owner', ownerConnections)), turns: serverTurns(ownerConnections) }
  const small = kindOf('small', { seconds: readSeconds, byKey: true })
  const large = kindOf('large', { seconds: readSeconds })
  const writes = kindOf('writes', { seconds: writeSeconds, byKey: true })
  return {
    opened: () => opened.map((each) => each.pool),
    counts: () => countsOf(opened, { own: internal, owner, small, large, writes }),
    canceller,
    pool,
    exports: open('exports', exportConnections, { seconds: readSeconds }),
    owner,
    internal,
    small,
    large,
    writes,
    /** Lets PostgreSQL plan statements that find records by their keys once for all values. */
    planOnce: () => {
      plansOnce = true
    },
    /** Rewrites for a cluster what is sent from now on, and sends reads of one tenant to its machine. */
    useCluster: (collecting: Collecting) => {
      for (const each of allOptions) each.collecting = collecting
      machines = new Machines({ pool, log, open: openMachine(openAt, connection, readSeconds) })
      internal.sender.direct = { machines, kind: 'internal' }
      small.sender.direct = { machines, kind: 'small' }
      large.sender.direct = { machines, kind: 'large' }
    },
    tablesChanged: () => machines?.forget(),
  }
}

const openMachine =
  (openAt: OpenAt, connection: pg.PoolConfig, seconds: number) =>
  (machine: MachineAddress): MachinePools => {
    const address = connectionTo(connection, machine)
    const { small, large } = sharesOfKinds
    return {
      canceller: openAt(address, 'cancel', { max: cancelConnections, plansOnce: () => false }),
      internal: openAt(address, 'own', { max: ownConnections, seconds: writeSeconds, plansOnce: () => false }),
      small: openAt(address, 'small', { max: small.all, seconds, plansOnce: () => true }),
      large: openAt(address, 'large', { max: large.all, seconds, plansOnce: () => false }),
      pages: openAt(address, 'large', { max: large.all, seconds, plansOnce: () => true }),
    }
  }

function countsOf(
  opened: readonly NamedPool[],
  kinds: Readonly<Partial<Record<PoolName, { readonly turns: Turns }>>>,
): readonly PoolCounts[] {
  return [...groupBy(opened, ({ name }) => name)].map(([pool, pools]) => {
    const total = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
      pools.reduce((sum, each) => sum + each.pool[count], 0)
    const idle = total('idleCount')
    const waiting = total('waitingCount') + (kinds[pool]?.turns.waitingCount ?? 0)
    return { pool, used: total('totalCount') - idle, idle, waiting }
  })
}

interface PoolOptions {
  readonly log: (line: string) => void
  readonly max: number
  /** PostgreSQL's time limit of a statement. */
  readonly seconds?: number
  /**
   * Statements find records by their keys, so one plan is right for all values. A record with everything beside it
   * takes 20 to 30 ms to plan, and PostgreSQL would plan it for its values five times on each connection.
   */
  readonly plansOnce: () => boolean
}

/**
 * A statement that reads all shards opens further connections to each machine after 10 ms by default, and keeps one:
 * the next statement opens them again, which takes longer than most reads.
 */
const citusSettings = [
  `SET citus.multi_shard_modify_mode = 'sequential';`,
  'SET citus.executor_slow_start_interval = 100;',
  'SET citus.max_cached_conns_per_worker = 2;',
].join(' ')

function poolOf(connection: pg.PoolConfig, { log, max, seconds = 0, plansOnce }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    // Set explicitly: defaults may differ, and the type parsers rely on the first two. PostgreSQL overestimates
    // computed groups: without memory for those it sorts a million rows instead of hashing them. Compiling a statement
    // takes longer than any of ours.
    onConnect: (client) =>
      client.query(
        [
          `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET hash_mem_multiplier = 8;`,
          `SET jit = off; SET statement_timeout = '${seconds}s';`,
          citusSettings,
          `SET plan_cache_mode = ${plansOnce() ? 'force_generic_plan' : 'auto'}`,
        ].join(' '),
      ) as unknown as void,
  })
  pool.on('error', (error) => log(`An idle database connection was lost: ${error.message}`))
  return pool
}

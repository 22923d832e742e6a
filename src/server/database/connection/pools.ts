// The connections of the server, by what is sent over them.
// Each kind has its own, so that none waits for another.
import pg from 'pg'
import type { Collecting } from './distributed'
import { connectionTo, type MachineAddress, type MachinePools } from './machines/machine'
import { Machines } from './machines/machines'
import type { RowSecurity, TenantReach } from './rowSecurity'
import { StatementNames } from './statementNames'
import type { StatementOptions } from './transaction'
import { Turns, type Shares } from './turns'
import { typeParsers } from './typeParsers'

/** Connections for the server's own work (sessions, sign-in, jobs), for exports, and for cancellations. */
const ownConnections = 10
const exportConnections = 4
const cancelConnections = 2
/** Connections of callers, by kind; an account and a tenant may hold a share of each. */
const sharesOfKinds = {
  small: { all: 6, tenant: 5, account: 3 },
  large: { all: 10, tenant: 8, account: 4 },
  writes: { all: 8, tenant: 7, account: 4 },
} as const
/** A write also waits for the locks of others. */
const writeSeconds = 60
interface PoolsOptions extends Pick<StatementOptions, 'onStatement'> {
  /** PostgreSQL's time limit of a caller's read. */
  readonly readSeconds: number
  readonly log: (line: string) => void
  readonly security: RowSecurity | undefined
}

/** `byKey`: the statements find records by key, so one plan serves all values. */
interface Finding {
  readonly byKey?: boolean
}

/** The connections by what is sent over them, and how statements are sent. */
export function openPools(connection: pg.PoolConfig, { readSeconds, log, security, onStatement }: PoolsOptions) {
  const names = new StatementNames()
  const opened: pg.Pool[] = []
  const senders: StatementOptions[] = []
  // False until the server is known not to be a cluster, where plans depend on the values that select a machine.
  let plansOnce = false
  let machines: Machines | undefined
  const openAt = (address: pg.PoolConfig, options: Omit<PoolOptions, 'log'>) => {
    const created = poolOf(address, { ...options, log })
    opened.push(created)
    return created
  }
  const open = (max: number, seconds?: number, { byKey = false }: Finding = {}) =>
    openAt(connection, { max, seconds, plansOnce: () => byKey && plansOnce })
  const canceller = open(cancelConnections)
  const sender = (pool: pg.Pool, reach?: TenantReach): StatementOptions => {
    const statementOptions: StatementOptions = { pool, canceller, names, onStatement, rowSecurity: security, reach }
    senders.push(statementOptions)
    return statementOptions
  }
  const kindOf = (shares: Shares, seconds: number, finding: Finding) => ({
    sender: sender(open(shares.all, seconds, finding)),
    turns: new Turns(shares),
  })
  const pool = open(ownConnections)
  const internal = sender(pool, 'all')
  const small = kindOf(sharesOfKinds.small, readSeconds, { byKey: true })
  const large = kindOf(sharesOfKinds.large, readSeconds, { byKey: false })
  const openMachine = (machine: MachineAddress): MachinePools => {
    const address = connectionTo(connection, machine)
    return {
      canceller: openAt(address, { max: cancelConnections, plansOnce: () => false }),
      internal: openAt(address, { max: ownConnections, plansOnce: () => false }),
      small: openAt(address, { max: sharesOfKinds.small.all, seconds: readSeconds, plansOnce: () => true }),
      large: openAt(address, { max: sharesOfKinds.large.all, seconds: readSeconds, plansOnce: () => false }),
      pages: openAt(address, { max: sharesOfKinds.large.all, seconds: readSeconds, plansOnce: () => true }),
    }
  }
  return {
    opened,
    canceller,
    pool,
    exports: open(exportConnections, readSeconds),
    owner: sender(pool),
    internal,
    small,
    large,
    writes: kindOf(sharesOfKinds.writes, writeSeconds, { byKey: true }),
    /** Lets PostgreSQL plan statements that find records by their keys once for all values. */
    planOnce: () => {
      plansOnce = true
    },
    /** Rewrites for a cluster what is sent from now on, and sends reads of one tenant to its machine. */
    useCluster: (collecting: Collecting) => {
      for (const each of senders) each.collecting = collecting
      machines = new Machines({ pool, log, open: openMachine })
      internal.direct = { machines, kind: 'internal' }
      small.sender.direct = { machines, kind: 'small' }
      large.sender.direct = { machines, kind: 'large' }
    },
    tablesChanged: () => machines?.forget(),
  }
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
          `SET citus.multi_shard_modify_mode = 'sequential'; SET jit = off; SET statement_timeout = '${seconds}s';`,
          `SET plan_cache_mode = ${plansOnce() ? 'force_generic_plan' : 'auto'}`,
        ].join(' '),
      ) as unknown as void,
  })
  pool.on('error', (error) => log(`An idle database connection was lost: ${error.message}`))
  return pool
}

// One machine of a cluster besides the coordinator, and whether it answers this server.
import pg from 'pg'
import { StatementNames } from '../statementNames'
import type { ShardGroup } from './shardMap'

/** The pools of one machine; opened when the first read goes there. */
export interface MachinePools {
  readonly canceller: pg.Pool
  readonly internal: pg.Pool
  readonly small: pg.Pool
  readonly large: pg.Pool
  /** Reads of the records of a page by their ids, whose plan is the same for all of them. */
  readonly pages: pg.Pool
}

export type MachineAddress = Pick<ShardGroup, 'host' | 'port'>

export type ReadKind = Exclude<keyof MachinePools, 'canceller' | 'pages'>

const retryAfterMs = 10_000

export class Machine {
  readonly names = new StatementNames()
  /** Whether it answers this server; undefined: not known yet. */
  reachable?: boolean
  /** The log has it that it does not. */
  private isReported = false

  constructor(
    readonly address: string,
    readonly pools: MachinePools,
    private readonly log: (line: string) => void,
  ) {}

  /** What was prepared there may no longer fit, and it may have come back or gone. */
  forget(): void {
    this.names.renew()
    this.reachable = undefined
  }

  async reach({ shard }: ShardGroup): Promise<void> {
    this.reachable = false
    try {
      // Fails on a server that is another one under the same address.
      await this.pools.canceller.query(
        `select 1 / count(*) from pg_dist_placement
          where shardid = $1 and groupid = (select groupid from pg_dist_local_group)`,
        [shard],
      )
      this.reachable = true
      this.isReported = false
    } catch (error) {
      if (!this.isReported)
        this.log(
          `${this.address} of the cluster cannot be reached from here, its reads go through the coordinator: ${String(error)}`,
        )
      this.isReported = true
      setTimeout(() => (this.reachable = undefined), retryAfterMs).unref()
    }
  }
}

/** The connection to another machine of the cluster, with the login and database of the coordinator's. */
export function connectionTo(
  { connectionString = '', ...options }: pg.PoolConfig,
  { host, port }: MachineAddress,
): pg.PoolConfig {
  const url = new URL(connectionString)
  // These would win over the address.
  for (const name of ['host', 'hostaddr', 'port']) url.searchParams.delete(name)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return { ...options, connectionString: url.href }
}

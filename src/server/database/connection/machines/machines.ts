// Sends the reads of one tenant straight to the machine that holds it.
// The coordinator would plan each of them once more and pass it on, which takes several times as long as the read.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { StatementNames } from '../statementNames'
import { readShardMap, shardGroupOf, type ShardGroup, type ShardMap } from './shardMap'
import { shardTemplate, shardText, type PlannedTask, type ShardTemplate, type TenantStatement } from './shardStatement'

/** The pools of one machine; opened when the first read goes there. */
export interface MachinePools {
  readonly canceller: pg.Pool
  readonly internal: pg.Pool
  readonly small: pg.Pool
  readonly large: pg.Pool
}

export type MachineAddress = Pick<ShardGroup, 'host' | 'port'>

/** The connection to another machine of the cluster, with the login and database of the coordinator's. */
export function connectionTo(
  { connectionString = '', ...options }: pg.PoolConfig,
  { host, port }: MachineAddress,
): pg.PoolConfig {
  const url = Object.assign(new URL(connectionString), { hostname: host, port: String(port) })
  return { ...options, connectionString: url.href }
}

type ReadKind = Exclude<keyof MachinePools, 'canceller'>

/** How a read is sent to the machine of its tenant. */
export interface DirectRoute {
  readonly pool: pg.Pool
  readonly canceller: pg.Pool
  readonly names: StatementNames
  readonly text: string
}

interface Machine {
  readonly pools: MachinePools
  readonly names: StatementNames
  /** Whether it answers this server; undefined: not known yet. */
  reachable?: boolean
  /** The log has it that it does not. */
  isReported?: boolean
}

interface Options {
  /** Connections to the coordinator. */
  readonly pool: pg.Pool
  readonly open: (machine: MachineAddress) => MachinePools
  readonly log: (line: string) => void
}

const maxTexts = 2_000
const maxTenants = 20_000
const retryAfterMs = 60_000

export class Machines {
  private readonly machines = new Map<string, Machine>()
  private readonly seenOnce = new Set<string>()
  private learned = new Map<string, Promise<ShardTemplate | undefined>>()
  private groups = new Map<number, Promise<number>>()
  private map: Promise<ShardMap | undefined> | undefined

  constructor(private readonly options: Options) {}

  /**
   * How to send a read to the machine that holds its tenant; undefined: through the coordinator, because it reaches
   * more than one tenant, was never sent before, or its machine does not answer this server.
   */
  async routeOf(query: Sql, kind: ReadKind): Promise<DirectRoute | undefined> {
    const tenant = tenantIn(query)
    if (tenant === undefined || this.isNew(query.text)) return undefined
    try {
      return await this.routeTo(tenant, query, kind)
    } catch (error) {
      // The coordinator did not answer: the read itself will say so, or succeed.
      this.options.log(`The machine of a tenant could not be looked up: ${String(error)}`)
      this.forget()
      return undefined
    }
  }

  /** Looks up the shards again: a read met a machine that no longer holds them, or tables that have changed. */
  forget(): void {
    this.map = undefined
    this.groups = new Map()
    this.learned = new Map()
    for (const machine of this.machines.values()) {
      machine.names.renew()
      machine.reachable = undefined
    }
  }

  private async routeTo(tenant: number, query: Sql, kind: ReadKind): Promise<DirectRoute | undefined> {
    const map = await (this.map ??= readShardMap(this.options.pool))
    if (!map) return undefined
    const group = await this.groupOf(map, tenant)
    const shards = map.groups[group]
    if (!shards) return undefined
    const machine = this.machineOf(shards)
    if (!machine.reachable) return undefined
    const template = await this.templateOf(query, map, group)
    if (!template) return undefined
    const { pools, names } = machine
    return { pool: pools[kind], canceller: pools.canceller, names, text: shardText(template, shards) }
  }

  private isNew(text: string): boolean {
    if (this.learned.has(text) || this.seenOnce.delete(text)) return false
    this.seenOnce.add(text)
    if (this.seenOnce.size > maxTexts) this.seenOnce.delete(this.seenOnce.values().next().value as string)
    return true
  }

  private groupOf(map: ShardMap, tenant: number): Promise<number> {
    let group = this.groups.get(tenant)
    if (!group) {
      if (this.groups.size >= maxTenants) this.groups.clear()
      this.groups.set(tenant, (group = shardGroupOf(this.options.pool, map, tenant)))
    }
    return group
  }

  /** A read never waits for a machine that may not answer: the first ones go through the coordinator. */
  private machineOf({ host, port }: ShardGroup): Machine {
    const key = `${host}:${port}`
    let machine = this.machines.get(key)
    if (!machine)
      this.machines.set(key, (machine = { pools: this.options.open({ host, port }), names: new StatementNames() }))
    if (machine.reachable === undefined) void this.reach(key, machine)
    return machine
  }

  private async reach(key: string, machine: Machine): Promise<void> {
    machine.reachable = false
    try {
      await machine.pools.canceller.query('select 1')
      machine.reachable = true
      machine.isReported = false
    } catch (error) {
      if (!machine.isReported)
        this.options.log(
          `${key} of the cluster cannot be reached from here, its reads go through the coordinator: ${String(error)}`,
        )
      machine.isReported = true
      setTimeout(() => (machine.reachable = undefined), retryAfterMs).unref()
    }
  }

  private templateOf(query: Sql, map: ShardMap, group: number): Promise<ShardTemplate | undefined> {
    let template = this.learned.get(query.text)
    if (!template) {
      if (this.learned.size >= maxTexts) this.learned.clear()
      this.learned.set(query.text, (template = this.learn(query, map, group)))
    }
    return template
  }

  /**
   * Has Citus plan the statement for a tenant of another group. What it then reads of the other group follows the
   * tenant's parameters, whatever values the request gave beside them.
   */
  private async learn(query: Sql, map: ShardMap, group: number): Promise<ShardTemplate | undefined> {
    const { pool } = this.options
    const { tenantPositions } = query as Sql & TenantStatement
    const tenant = await this.tenantElsewhere(map, group)
    const values = query.values.map((value, position) => (tenantPositions.includes(position) ? tenant.id : value))
    const task = await plannedTask(pool, query.text, values)
    return task && shardTemplate(query.text, task, { map, group: tenant.group })
  }

  /** Any number that lies in another group than `group`, where there is one. */
  private async tenantElsewhere(map: ShardMap, group: number): Promise<{ id: number; group: number }> {
    for (let id = 1; ; id += 1) {
      const other = await this.groupOf(map, id)
      if (other !== group || map.groups.length === 1) return { id, group: other }
    }
  }
}

/** The tenant that a statement is bound to; undefined where it is bound to none, or may change something. */
function tenantIn(query: Sql): number | undefined {
  const { tenantPositions = [] } = query as Sql & Partial<TenantStatement>
  const [tenant, ...others] = new Set(tenantPositions.map((position) => query.values[position]))
  const isRead = /^\s*(select|with)\b/i.test(query.text)
  return isRead && others.length === 0 && Number.isSafeInteger(tenant) ? (tenant as number) : undefined
}

/** The only task that Citus makes of a statement; undefined where there are several, or a part is read beforehand. */
async function plannedTask(pool: pg.Pool, text: string, values: unknown[]): Promise<PlannedTask | undefined> {
  const client = await pool.connect()
  let failure: unknown
  try {
    // Its shortcut for one table would put values in the place of parameters.
    await client.query('set citus.enable_fast_path_router_planner = off')
    await client.query(`prepare "learned" as ${text}`)
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as "types" from pg_prepared_statements where name = 'learned'`,
    )
    await client.query('deallocate "learned"')
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>({
      text: `explain (verbose, costs off, format json) ${text}`,
      values,
    })
    await client.query('reset citus.enable_fast_path_router_planner')
    const jobs = jobsIn(rows[0]?.['QUERY PLAN'])
    const [task, ...others] = jobs.flatMap((job) => job.Tasks ?? [])
    const isSingle = others.length === 0 && jobs.every((job) => job['Task Count'] === 1)
    if (!task?.Query || !isSingle || task.Query.includes('read_intermediate_result')) return undefined
    return { text: task.Query, types: prepared[0]?.types ?? [] }
  } catch (error) {
    failure = error
    // What Citus refuses is not the work of one machine.
    if (error instanceof pg.DatabaseError) return undefined
    throw error
  } finally {
    // After a failure the connection may still hold the prepared statement.
    client.release(failure !== undefined)
  }
}

interface Job {
  readonly 'Task Count'?: number
  readonly Tasks?: readonly { readonly Query?: string }[]
}

function jobsIn(plan: unknown): Job[] {
  if (typeof plan !== 'object' || plan === null) return []
  const inner = Object.values(plan).flatMap(jobsIn)
  return 'Task Count' in plan ? [plan as Job, ...inner] : inner
}

/** Whether a read may have met a machine that no longer holds its tenant, or tables that have changed since. */
export function isMisrouted(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  return code === '22012' || /^(42|0A|08|57P)/.test(code)
}

// Sends the reads of one tenant straight to the machine that holds it.
// The coordinator would plan each of them once more and pass it on, which takes several times as long as the read.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { StatementNames } from '../statementNames'
import { plannedTask } from './plannedTask'
import { readShardMap, shardGroupOf, type ShardGroup, type ShardMap } from './shardMap'
import { shardTemplate, shardText, type ShardTemplate, type TenantStatement } from './shardStatement'

/** The pools of one machine; opened when the first read goes there. */
export interface MachinePools {
  readonly canceller: pg.Pool
  readonly internal: pg.Pool
  readonly small: pg.Pool
  readonly large: pg.Pool
}

export type MachineAddress = Pick<ShardGroup, 'host' | 'port'>

type ReadKind = Exclude<keyof MachinePools, 'canceller'>

/** How a read is sent to the machine of its tenant. */
export interface DirectRoute {
  readonly pool: pg.Pool
  readonly canceller: pg.Pool
  readonly names: StatementNames
  readonly text: string
  /** Stands for the text where prepared statements are named: short, and never given to another text. */
  readonly key: string
}

interface Machine {
  readonly pools: MachinePools
  readonly names: StatementNames
  /** Whether it answers this server; undefined: not known yet. */
  reachable?: boolean
  /** The log has it that it does not. */
  isReported?: boolean
}

interface Learned {
  readonly id: number
  readonly template: ShardTemplate
}

/** What was looked up since the last change. A read that began before keeps what it began with. */
interface Lookups {
  readonly map: Promise<ShardMap | undefined>
  readonly groups: Map<number, Promise<number>>
  /** By text; undefined: not the work of one machine. */
  readonly learned: Map<string, Promise<Learned | undefined>>
}

interface Options {
  /** Connections to the coordinator. */
  readonly pool: pg.Pool
  readonly open: (machine: MachineAddress) => MachinePools
  readonly log: (line: string) => void
}

const maxTexts = 2_000
const maxTenants = 20_000
const retryAfterMs = 10_000

export class Machines {
  private readonly machines = new Map<string, Machine>()
  private readonly seenOnce = new Set<string>()
  /** Texts that failed on a machine since they last succeeded there. */
  private readonly failed = new Set<string>()
  private learnedCount = 0
  private lookups: Lookups | undefined

  constructor(private readonly options: Options) {}

  /**
   * How to send a read to the machine that holds its tenant; undefined: through the coordinator, because it reaches
   * more than one tenant, was never sent before, or its machine does not answer this server.
   */
  async routeOf(query: Sql, kind: ReadKind): Promise<DirectRoute | undefined> {
    const tenant = tenantIn(query)
    if (tenant === undefined) return undefined
    const lookups = (this.lookups ??= this.begin())
    if (this.isNew(lookups, query.text)) return undefined
    try {
      return await this.routeTo(lookups, { tenant, query, kind })
    } catch (error) {
      // The coordinator did not answer: the read itself will say so, or succeed.
      this.options.log(`The machine of a tenant could not be looked up: ${String(error)}`)
      this.forget()
      return undefined
    }
  }

  /** A read was answered by its machine. */
  succeeded({ text }: Sql): void {
    this.failed.delete(text)
  }

  /**
   * A read failed on its machine as one does whose shards have moved: looks everything up again. A text that fails
   * again right away is left to the coordinator.
   */
  misrouted({ text }: Sql, error: unknown): void {
    if (!this.failed.has(text)) {
      if (this.failed.size >= maxTexts) this.failed.clear()
      this.failed.add(text)
      return this.forget()
    }
    this.lookups?.learned.set(text, Promise.resolve(undefined))
    this.options.log(`A read goes through the coordinator from now on, its machine refuses it: ${String(error)}`)
  }

  /** Tables, views or their places have changed, or may have: forgets what was looked up. */
  forget(): void {
    this.lookups = undefined
    for (const machine of this.machines.values()) {
      machine.names.renew()
      machine.reachable = undefined
    }
  }

  private begin(): Lookups {
    return { map: readShardMap(this.options.pool), groups: new Map(), learned: new Map() }
  }

  private async routeTo(
    lookups: Lookups,
    { tenant, query, kind }: { readonly tenant: number; readonly query: Sql; readonly kind: ReadKind },
  ): Promise<DirectRoute | undefined> {
    const map = await lookups.map
    const group = map && (await this.groupOf(lookups, map, tenant))
    const shards = group === undefined ? undefined : map?.groups[group]
    if (!map || !shards) return undefined
    const machine = this.machineOf(shards)
    if (!machine.reachable) return undefined
    const learned = await this.learnedOf(lookups, map, query)
    if (!learned) return undefined
    const { pools, names } = machine
    const text = shardText(learned.template, shards)
    return { pool: pools[kind], canceller: pools.canceller, names, text, key: `${learned.id} ${shards.shard}` }
  }

  private isNew({ learned }: Lookups, text: string): boolean {
    if (learned.has(text) || this.seenOnce.delete(text)) return false
    this.seenOnce.add(text)
    if (this.seenOnce.size > maxTexts) this.seenOnce.delete(this.seenOnce.values().next().value as string)
    return true
  }

  private groupOf({ groups }: Lookups, map: ShardMap, tenant: number): Promise<number> {
    let group = groups.get(tenant)
    if (!group) {
      if (groups.size >= maxTenants) groups.clear()
      groups.set(tenant, (group = shardGroupOf(this.options.pool, map, tenant)))
    }
    return group
  }

  /** A read never waits for a machine that may not answer: the first ones go through the coordinator. */
  private machineOf(shards: ShardGroup): Machine {
    const { host, port } = shards
    const key = `${host}:${port}`
    let machine = this.machines.get(key)
    if (!machine)
      this.machines.set(key, (machine = { pools: this.options.open({ host, port }), names: new StatementNames() }))
    if (machine.reachable === undefined) void this.reach(key, machine, shards)
    return machine
  }

  private async reach(key: string, machine: Machine, { shard }: ShardGroup): Promise<void> {
    machine.reachable = false
    try {
      // Fails on a server that is another one under the same address.
      await machine.pools.canceller.query(
        `select 1 / count(*) from pg_dist_placement
          where shardid = $1 and groupid = (select groupid from pg_dist_local_group)`,
        [shard],
      )
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

  private learnedOf(lookups: Lookups, map: ShardMap, query: Sql): Promise<Learned | undefined> {
    const { learned } = lookups
    let one = learned.get(query.text)
    if (!one) {
      if (learned.size >= maxTexts) learned.clear()
      learned.set(query.text, (one = this.learn(lookups, map, query)))
    }
    return one
  }

  /**
   * Has Citus plan the statement for tenants of two groups. What it reads follows the tenant's parameters, and no other
   * value of the request, if both times it reads the shards of that group alone.
   */
  private async learn(lookups: Lookups, map: ShardMap, query: Sql): Promise<Learned | undefined> {
    const { tenantPositions } = query as Sql & TenantStatement
    const templates: (ShardTemplate | undefined)[] = []
    for (const tenant of await this.tenantsOfTwoGroups(lookups, map)) {
      const values = query.values.map((value, position) => (tenantPositions.includes(position) ? tenant.id : value))
      const task = await plannedTask(this.options.pool, query.text, values)
      templates.push(task && shardTemplate(query.text, task, { map, group: tenant.group }))
    }
    const [template] = templates
    const isSame = (other: ShardTemplate | undefined) => JSON.stringify(other) === JSON.stringify(template)
    if (!template || !templates.every(isSame)) return undefined
    this.learnedCount += 1
    return { id: this.learnedCount, template }
  }

  /** Numbers of tenants, there or not, that lie in different groups; one where there is one group. */
  private async tenantsOfTwoGroups(lookups: Lookups, map: ShardMap): Promise<{ id: number; group: number }[]> {
    const tenants: { id: number; group: number }[] = []
    for (let id = 1; tenants.length < Math.min(2, map.groups.length); id += 1) {
      const group = await this.groupOf(lookups, map, id)
      if (!tenants.some((tenant) => tenant.group === group)) tenants.push({ id, group })
    }
    return tenants
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

/** The tenant that a statement is bound to; undefined where it is bound to none, or may change something. */
function tenantIn(query: Sql): number | undefined {
  const { tenantPositions = [] } = query as Sql & Partial<TenantStatement>
  const [tenant, ...others] = new Set(tenantPositions.map((position) => query.values[position]))
  const isRead = /^\s*(select|with)\b/i.test(query.text)
  return isRead && others.length === 0 && Number.isSafeInteger(tenant) ? (tenant as number) : undefined
}

/**
 * Whether a read may go through the coordinator instead: its machine does not answer, no longer holds the tenant, or
 * has other tables than a moment ago. Any other error of PostgreSQL is the answer.
 */
export function isMisrouted(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true
  return error.code === '22012' || /^(42|0A|08|53|57P)/.test(error.code ?? '')
}

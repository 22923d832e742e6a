// Sends the reads of one tenant straight to the machine that holds it.
// The coordinator would plan each of them once more and pass it on, which takes several times as long as the read.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { groupBy } from '../../../../manifest/expression/values/lists'
import type { StatementNames } from '../statementNames'
import { Machine, type MachineAddress, type MachinePools, type ReadKind } from './machine'
import { plannedTask } from './plannedTask'
import { readShardMap, shardGroupOf, type ShardGroup, type ShardMap } from './shardMap'
import {
  otherValues,
  shardTemplate,
  shardText,
  shardTextOfTenants,
  valuesWithin,
  type ShardTemplate,
  type TenantStatement,
} from './shardStatement'

/** A read: its text with its values. */
type Read = Pick<Sql, 'text' | 'values'>

/** How a read is sent to the machine of its tenant. */
export interface DirectRoute {
  readonly pool: pg.Pool
  readonly canceller: pg.Pool
  readonly names: StatementNames
  readonly text: string
  readonly values: readonly unknown[]
  /** Stands for the text where prepared statements are named: short, and never given to another text. */
  readonly key: string
}

/** The same for the tenants of one group of shards. */
interface DirectRouteOfTenants extends DirectRoute {
  readonly machine: string
  readonly tenants: readonly number[]
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
  async routeOf(query: Read, kind: ReadKind): Promise<DirectRoute | undefined> {
    const tenant = tenantIn(query)
    return tenant === undefined
      ? undefined
      : this.lookedUp(query, (lookups) => this.routeTo(lookups, { tenant, query, kind }))
  }

  /**
   * The same for a read of several tenants: one route for those of each group of shards; none for those of a machine
   * that does not answer this server.
   */
  async routesOf(
    query: Read,
    tenants: readonly number[],
    kind: ReadKind,
  ): Promise<readonly DirectRouteOfTenants[] | undefined> {
    return tenantIn(query) === undefined
      ? undefined
      : this.lookedUp(query, (lookups) => this.routesTo(lookups, { tenants, query, kind }))
  }

  private async lookedUp<Route>(
    { text }: Read,
    route: (lookups: Lookups) => Promise<Route | undefined>,
  ): Promise<Route | undefined> {
    const lookups = (this.lookups ??= this.begin())
    if (this.isNew(lookups, text)) return undefined
    try {
      return await route(lookups)
    } catch (error) {
      // The coordinator did not answer: the read itself will say so, or succeed.
      this.options.log(`The machine of a tenant could not be looked up: ${String(error)}`)
      this.forget()
      return undefined
    }
  }

  /** A read was answered by its machine. */
  succeeded({ text }: Read): void {
    this.failed.delete(text)
  }

  /**
   * A read failed on its machine as one does whose shards have moved: looks everything up again. A text that fails
   * again right away is left to the coordinator.
   */
  misrouted({ text }: Read, error: unknown): void {
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
    for (const machine of this.machines.values()) machine.forget()
  }

  private begin(): Lookups {
    return { map: readShardMap(this.options.pool), groups: new Map(), learned: new Map() }
  }

  private async routeTo(
    lookups: Lookups,
    { tenant, query, kind }: { readonly tenant: number; readonly query: Read; readonly kind: ReadKind },
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
    const { values } = query
    return { pool: pools[kind], canceller: pools.canceller, names, text, values, key: `${learned.id} ${shards.shard}` }
  }

  private async routesTo(
    lookups: Lookups,
    { tenants, query, kind }: { readonly tenants: readonly number[]; readonly query: Read; readonly kind: ReadKind },
  ): Promise<readonly DirectRouteOfTenants[] | undefined> {
    const map = await lookups.map
    const learned = map && (await this.learnedOf(lookups, map, query))
    if (!map || !learned) return undefined
    const located = await Promise.all(
      tenants.map(async (tenant) => ({ tenant, group: await this.groupOf(lookups, map, tenant) })),
    )
    const routes: DirectRouteOfTenants[] = []
    for (const [group, those] of groupBy(located, (one) => one.group)) {
      const shards = map.groups[group]
      const machine = shards && this.machineOf(shards)
      if (!shards || !machine?.reachable) continue
      const { pools, names, address } = machine
      const groupTenants = those.map(({ tenant }) => tenant)
      const statement = { ...(query as Read & TenantStatement), values: query.values }
      routes.push({
        pool: kind === 'large' ? pools.pages : pools[kind],
        canceller: pools.canceller,
        names,
        machine: address,
        tenants: groupTenants,
        text: shardTextOfTenants(learned.template, shards, statement),
        values: [groupTenants, ...otherValues(statement)],
        key: `${learned.id} ${shards.shard} tenants`,
      })
    }
    return routes
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
    if (!machine) {
      machine = new Machine(key, this.options.open({ host, port }), this.options.log)
      this.machines.set(key, machine)
    }
    if (machine.reachable === undefined) void machine.reach(shards)
    return machine
  }

  private learnedOf(lookups: Lookups, map: ShardMap, query: Read): Promise<Learned | undefined> {
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
  private async learn(lookups: Lookups, map: ShardMap, query: Read): Promise<Learned | undefined> {
    const statement = query as Read & TenantStatement
    const templates: (ShardTemplate | undefined)[] = []
    for (const tenant of await this.tenantsOfTwoGroups(lookups, map)) {
      const task = await plannedTask(this.options.pool, query.text, valuesWithin(tenant.id, statement))
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

/** The tenant that a statement is bound to; undefined where it is bound to none, or may change something. */
function tenantIn(query: Read): number | undefined {
  const { tenantPositions = [] } = query as Read & Partial<TenantStatement>
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

// What belongs to one write request? Everything that its transitions share while they run in one transaction: what is known, what was written,
// what is to be logged, and the way to run a further transition.
import type { App, Entity, Transition } from '../../manifest/app'
import type { Caller, Context, RawRecord } from '../context'
import { Facts } from './facts'
import type { Subject } from './subject'

/** One transition that is to run on one record, or to create one. */
export interface Order {
  readonly id?: number
  readonly version?: number
  readonly values: RawRecord
  readonly note?: string | null
  /** Loaded and locked already, with all own stored fields. */
  readonly loaded?: RawRecord
}

/** Several orders of the same transition. */
export interface Orders {
  readonly entity: Entity
  readonly transition: Transition
  readonly caller: Caller
  readonly orders: readonly Order[]
  /** Effects: the tenant of the record that they come from. */
  readonly sourceTenant?: number
  /** 0 for what somebody asked for, one more for every effect within an effect. */
  readonly depth: number
}

export interface Done {
  readonly subject: Subject
  readonly id: number
  readonly transition: Transition
}

export interface Written {
  readonly entity: string
  readonly id: number
  readonly tenant: number | null
}

/** What the log keeps of one transition. `changes`: what changed, by field. */
export interface LogRow {
  readonly entity: string
  readonly recordId: number
  readonly action: string
  readonly fromState: string | null
  readonly toState: string | null
  /** When the record had come into `fromState`; kept where the log has such a field. */
  readonly since: string | null
  readonly by: number | null
  readonly remark: string | null
  readonly changes: Record<string, { readonly before: unknown; readonly after: unknown }>
  readonly tenant: number | null
}

export interface Work extends Pick<Context, 'app' | 'now' | 'query'> {
  readonly starter: Caller
  readonly facts: Facts
  readonly log: LogRow[]
  /** Every record that was written, by entity and id. */
  readonly written: Map<string, Map<number, Written & { readonly version: number }>>
  /** Runs transitions in this transaction; answers in the order of the orders. */
  readonly perform: (orders: Orders) => Promise<Done[]>
}

export function createWork(
  app: App,
  caller: Caller,
  now: Date,
  query: Context['query'],
  perform: (work: Work, orders: Orders) => Promise<Done[]>,
): Work {
  const facts = new Facts(app, { app, caller: systemCaller(caller), now, query })
  const work: Work = {
    app,
    now,
    query,
    starter: caller,
    facts,
    log: [],
    written: new Map(),
    perform: (orders) => perform(work, orders),
  }
  return work
}

export function contextOf({ app, now, query }: Work, caller: Caller): Context {
  return { app, now, query, caller }
}

/** The system acting for somebody: nothing is out of reach, and `me` stays who started it. */
export function systemCaller(caller: Caller): Caller {
  return { ...caller, system: true, scope: 'all' }
}

/** The system acting by itself, for the records of a tenant. */
export function nobodyButTheSystem(tenant: number | null): Caller {
  return {
    me: {},
    tenant: tenant === null ? {} : { id: tenant },
    scope: 'all',
    codes: new Set(),
    administrator: false,
    disabled: new Set(),
    reasons: new Map(),
    language: 0,
    system: true,
  }
}

export function tenantField(app: App, entity: Entity): string | undefined {
  return entity.tenant ? app.access.identity.tenant : undefined
}

/** The tenant that a record belongs to, or is. */
export function recordTenant(app: App, entity: Entity, record: Subject): number | undefined {
  const own = tenantField(app, entity)
  const found = own ? record.own(own) : entity.name === app.access.identity.tenant ? record.id : undefined
  return typeof found === 'number' ? found : undefined
}

/** Notes written records and forgets what they may have changed. */
export function noteWritten(
  work: Work,
  entity: Entity,
  records: readonly { readonly id: number; readonly version: number; readonly tenant: number | null }[],
): void {
  let known = work.written.get(entity.name)
  if (!known) work.written.set(entity.name, (known = new Map()))
  for (const record of records) known.set(record.id, { entity: entity.name, ...record })
  work.facts.forget(new Set([entity.name]))
}

export function writtenVersion(work: Work, entity: Entity, id: number): number | undefined {
  return work.written.get(entity.name)?.get(id)?.version
}

// What the transitions of one request share inside its transaction.
// Includes records read and written, audit rows, and the function that runs further transitions.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { Database } from '../../database/connection/openDatabase'
import type { Transaction } from '../../database/connection/transaction'
import {
  serverCaller,
  boundTenant,
  type Caller,
  type Context,
  type LoadedRecord,
  type RawRecord,
} from '../../context/context'
import { RecordCache } from './recordCache'
import type { RecordDraft } from './recordDraft'

/** One transition to run on one record, or to create one. */
export interface TransitionRequest {
  readonly id?: number
  readonly version?: number
  readonly values: RawRecord
  readonly note?: string | null
  /** Already loaded and locked, with all stored fields; `epoch`: that of the cache when it was loaded. */
  readonly loaded?: { readonly record: LoadedRecord; readonly epoch: number }
}

/** Several requests of the same transition. */
export interface TransitionBatch {
  readonly entity: Entity
  readonly transition: Transition
  readonly caller: Caller
  readonly requests: readonly TransitionRequest[]
  /** The caller's fresh proof of a second factor. */
  readonly factorProof?: string
  /** In effects: the tenant of the record that they start from. */
  readonly sourceTenant?: number
  /** 0 for the requested transition, one more for every effect within an effect. */
  readonly depth: number
  /** A dry run before the form is filled in: required inputs may be missing, or are refused only after the checks. */
  readonly incomplete?: 'accepted' | 'checkedFirst'
}

export interface TransitionResult {
  readonly subject: RecordDraft
  readonly id: number
  readonly transition: Transition
  /** Fields and inputs that its form did not show; values sent for them were ignored. */
  readonly hidden: ReadonlySet<string>
}

export interface WrittenRecord {
  readonly entity: string
  readonly id: number
  readonly tenant: number | null
}

interface WrittenVersion extends WrittenRecord {
  readonly version: number
  /** What its last write stored of the fields that the invariants read; absent: not known. */
  readonly stored?: RawRecord
}

/** The audit row of one transition. `changes`: what changed, by field. */
export interface LogRow {
  readonly entity: string
  readonly recordId: number
  readonly action: string
  readonly fromState: string | null
  readonly toState: string | null
  /** When the record had entered `fromState`; stored where the log has such a field. */
  readonly since: string | null
  readonly by: number | null
  readonly remark: string | null
  readonly changes: Record<string, { readonly before: unknown; readonly after: unknown }>
  readonly tenant: number | null
}

/** A record before the transaction; `values` holds the fields written since. */
export interface RecordImage {
  readonly entity: string
  readonly id: number
  readonly created: boolean
  readonly values: RawRecord
}

/** The content of a message; texts in every language of the product, in order. */
export interface MessageContent {
  readonly kind: string
  readonly title: readonly string[]
  readonly body?: readonly string[]
  readonly route?: string
}

/** A message of an effect that is kept for a summary instead of being sent. */
export interface GatheredMessage {
  readonly receivers: readonly number[]
  readonly content: MessageContent
}

/** An event that is kept for a summary instead of being queued. */
export interface GatheredEvent extends Pick<LogRow, 'entity' | 'action' | 'fromState' | 'toState'> {
  readonly subscription: number
  readonly tenant: number
  readonly id: number
  readonly destination?: string
}

export interface WriteContext extends Pick<Context, 'app' | 'now' | 'query' | 'tenant' | 'distributed'> {
  /** The records that this transaction has locked. */
  readonly locked: NonNullable<Context['locked']>
  /** Whose request began the transaction; a step of it may run as the system. */
  readonly starter: Caller
  /** The values read so far. */
  readonly cache: RecordCache
  /** What the audit log gets at the end. */
  readonly log: LogRow[]
  /** Messages of effects, kept for a summary; absent: each is sent. */
  readonly gathered?: GatheredMessage[]
  /** Events for webhooks, kept for a summary; absent: each is queued. */
  readonly gatheredEvents?: GatheredEvent[]
  /** The calls of effects that other systems are notified of. */
  readonly calls: { readonly destination: string; readonly row: LogRow }[]
  /** Every written record, by entity and id. */
  readonly written: Map<string, Map<number, WrittenVersion>>
  /** The former values of records by entity and id; absent: this transaction cannot be undone. */
  readonly images?: Map<string, RecordImage>
  /** true: this transaction is rolled back. */
  readonly dryRun: boolean
  /** Inputs that could not be read; if given, a refusal lists all errors instead of the first. */
  readonly unread?: readonly string[]
  /** Lets the work reach the rows of all tenants: for what is sent to accounts of another one. */
  readonly acrossTenants: Transaction['acrossTenants']
  /** Runs transitions in this transaction; returns their results in order. */
  readonly perform: (batch: TransitionBatch) => Promise<TransitionResult[]>
}

export interface WriteOptions {
  readonly undoable?: boolean
  readonly gathers?: boolean
  readonly gathersEvents?: boolean
  readonly dryRun?: boolean
  readonly unread?: readonly string[]
  /** Absent: the statements reach all tenants already. */
  readonly acrossTenants?: Transaction['acrossTenants']
}

/** A context without records read or written. Its cache reads as the system: rules see what the caller may not. */
export function createWriteContext(
  { app, caller, now, query, distributed, ...outer }: Context,
  perform: (work: WriteContext, batch: TransitionBatch) => Promise<TransitionResult[]>,
  {
    undoable = false,
    gathers = false,
    gathersEvents = false,
    dryRun = false,
    unread,
    acrossTenants,
  }: WriteOptions = {},
): WriteContext {
  const tenant = outer.tenant ?? workTenant(caller)
  const placement = { ...(tenant !== undefined && { tenant }), distributed }
  const cache = new RecordCache(app, { app, caller: systemCaller(caller), now, query, ...placement })
  const context: WriteContext = {
    app,
    now,
    query,
    ...placement,
    locked: new Map(),
    starter: caller,
    cache,
    log: [],
    calls: [],
    written: new Map(),
    dryRun,
    acrossTenants: acrossTenants ?? ((work) => work()),
    ...(unread && { unread }),
    ...(gathers && { gathered: [] }),
    ...(gathersEvents && { gatheredEvents: [] }),
    ...(undoable && { images: new Map() }),
    perform: (batch) => perform(context, batch),
  }
  return context
}

// A caller who reaches one tenant only writes in that one; so does the system acting for a tenant.
function workTenant(caller: Caller): number | undefined {
  const { id } = caller.tenant
  return (
    boundTenant({ caller }) ?? (caller.system && caller.me.id === undefined && typeof id === 'number' ? id : undefined)
  )
}

/** The context of a read inside the transaction on behalf of this caller, who is not always the one who began it. */
export function callerContext({ app, now, query, tenant, distributed, locked }: WriteContext, caller: Caller): Context {
  return { app, now, query, caller, ...(tenant !== undefined && { tenant }), distributed, locked }
}

/** The system acting for a caller: reaches everything, and `me` stays the caller. */
export function systemCaller(caller: Caller): Caller {
  return { ...caller, system: true, scope: 'all' }
}

/** The system acting on its own, for the records of a tenant. */
export function unattendedCaller({ product }: Pick<App, 'product'>, tenant: number | null): Caller {
  return { ...serverCaller(product.languages[0]), tenant: tenant === null ? {} : { id: tenant } }
}

/** The context in which the system reads on its own; `tenant` null: of all tenants. */
export function unattendedContext(
  { app, database, now }: Pick<Context, 'app' | 'now'> & { readonly database: Pick<Database, 'query' | 'distributed'> },
  tenant: number | null,
): Context {
  return {
    app,
    caller: unattendedCaller(app, tenant),
    now,
    query: (statement, limit) => database.query(statement, limit),
    distributed: database.distributed,
    ...(tenant !== null && { tenant }),
  }
}

/** The field that names a record's tenant; undefined for an entity that all tenants share. */
export function tenantField(app: App, entity: Entity): string | undefined {
  return entity.perTenant ? app.access.identity.tenantEntity : undefined
}

/** The tenant that a record belongs to, or is. */
export function recordTenant(app: App, entity: Entity, record: RecordDraft): number | undefined {
  const tenantColumn = tenantField(app, entity)
  const tenant = tenantColumn
    ? record.own(tenantColumn)
    : entity.name === app.access.identity.tenantEntity
      ? record.id
      : undefined
  return typeof tenant === 'number' ? tenant : undefined
}

/** Records what was written and drops cached values that it may have changed. */
export function recordWrite(
  context: WriteContext,
  entity: Entity,
  records: readonly Omit<WrittenVersion, 'entity'>[],
): void {
  let written = context.written.get(entity.name)
  if (!written) context.written.set(entity.name, (written = new Map()))
  for (const record of records) written.set(record.id, { entity: entity.name, ...record })
  context.cache.forget(new Set([entity.name]))
}

/** The version that this transaction has given the record; undefined if it has not written it. */
export function writtenVersion(context: WriteContext, entity: Entity, id: number): number | undefined {
  return context.written.get(entity.name)?.get(id)?.version
}

// The context that every stage of a request shares: app, caller, time and access to the database.
import type { Sql } from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { ScopeName } from '../../manifest/model/access'
import type { Text } from '../../manifest/model/text'

/**
 * A record as the database returns it, keyed by path ("mobile", "author.name"): references and ids as numbers, int as
 * number, money and decimal as decimal text, date as yyyy-MM-dd, datetime as ISO 8601 with Z, files and address as
 * JSON, lines as arrays of raw lines.
 */
export type RawRecord = Readonly<Record<string, unknown>>

/** A stored record, with its id. */
export type LoadedRecord = RawRecord & { readonly id: number }

export interface Caller {
  /** The account's record (all stored fields), `id` included; an empty record for the system itself. */
  readonly me: RawRecord
  /** The record of the account's tenant. */
  readonly tenant: RawRecord
  readonly scope: ScopeName
  /** Effective permission codes, after the permission changes of access.json. */
  readonly codes: ReadonlySet<string>
  /** The codes of the role before those changes; absent: the same. */
  readonly granted?: ReadonlySet<string>
  readonly administrator: boolean
  /** Addresses disabled for this account, and those that no list opens for it. */
  readonly disabled: ReadonlySet<string>
  /** Codes and addresses that were taken away, with the reason that a refusal states. */
  readonly reasons: ReadonlyMap<string, Text>
  /** A code of the product's languages. */
  readonly language: string
  /** true: an effect or a job acts, not a person. */
  readonly system: boolean
  /** Digest of the session's token; absent for the system. */
  readonly session?: string
  /** The record of the API key with which a program calls; absent: a person. */
  readonly apiKey?: number
  /** The network addresses that its key and its service account are bound to, each of them a bound; none: any. */
  readonly apiKeyAddresses?: readonly string[]
}

/** The server itself: a caller without account, tenant and codes, who reaches everything. */
export function serverCaller(language: string): Caller {
  return {
    me: {},
    tenant: {},
    scope: 'all',
    codes: new Set(),
    administrator: false,
    disabled: new Set(),
    reasons: new Map(),
    language,
    system: true,
  }
}

/** A caller who is not signed in: no codes and no records. */
export const anonymousCaller = (language: string): Caller => ({
  ...serverCaller(language),
  scope: 'self',
  system: false,
})

export interface Context {
  readonly app: App
  readonly caller: Caller
  /** The time of the request; the same for every rule of it. */
  readonly now: Date
  /** Limits all reads and writes to this tenant, although the caller reaches more. */
  readonly tenant?: number
  /** The tables of tenants are distributed over several machines. */
  readonly distributed?: boolean
  /** The ids of the records that this transaction has locked, by entity; absent outside of transactions. */
  readonly locked?: Map<string, Set<number>>
  /**
   * Runs one statement: in the request's transaction when there is one, else on its own. On its own it ends with a
   * RequestAborted when `limit` is aborted.
   */
  readonly query: <T = RawRecord>(statement: Sql, limit?: AbortSignal) => Promise<T[]>
}

/**
 * The tenant to which every statement of a context is bound; undefined where it reaches more than one. A statement that
 * names the tenant of each of its tables is answered by the one machine that holds the tenant.
 */
export function boundTenant({ caller, tenant }: Pick<Context, 'caller' | 'tenant'>): number | undefined {
  if (tenant !== undefined) return tenant
  const { id } = caller.tenant
  return caller.scope !== 'all' && !caller.system && typeof id === 'number' ? id : undefined
}

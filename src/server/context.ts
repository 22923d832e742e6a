// What does every stage of a request know? The app, who calls, the moment, and how to ask the database.
import type { Sql } from 'sql-template-tag'
import type { App, ScopeName, Text } from '../manifest/app'

/** A record as the database gives it, keyed by path ("mobile", "author.name"): references and ids as numbers, int as number, money and decimal
 * as decimal text, date as yyyy-MM-dd, datetime as ISO 8601 with Z, files and address as JSON, lines as arrays of raw lines. */
export type RawRecord = Readonly<Record<string, unknown>>

/** 0 or 1: the place of the caller's language in every Text. */
export type LanguageIndex = 0 | 1

export interface Caller {
  /** The account's record (all stored fields), `id` included; an empty record for the system itself. */
  readonly me: RawRecord
  /** The record of the tenant that the account belongs to. */
  readonly tenant: RawRecord
  readonly scope: ScopeName
  /** Effective permission codes after every change of access.json. */
  readonly codes: ReadonlySet<string>
  /** The codes of the role before those changes; absent: the same. */
  readonly granted?: ReadonlySet<string>
  readonly administrator: boolean
  /** Addresses disabled for this account. */
  readonly disabled: ReadonlySet<string>
  /** Codes that were taken away with a reason, for a refusal that explains itself. */
  readonly reasons: ReadonlyMap<string, Text>
  readonly language: LanguageIndex
  /** true: an effect or a timed rule acts, not a person. */
  readonly system: boolean
  /** Digest of the session's token; absent for the system. */
  readonly session?: string
}

export interface Context {
  readonly app: App
  readonly caller: Caller
  /** The moment of the request; the same for every rule of it. */
  readonly now: Date
  /** Runs one statement: in the request's transaction when there is one, else on its own. */
  readonly query: <T = RawRecord>(statement: Sql) => Promise<T[]>
}

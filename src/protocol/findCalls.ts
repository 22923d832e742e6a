// The search over everything that a caller may open.
import type { Text } from '../manifest/model/text'
import type { OptionsAnswer } from './calls'

/**
 * POST /api/find — records of every entity that the caller may open, by number, name, initials of the name and mobile,
 * and the actions of lists that create a record.
 */
export interface FindRequest {
  /** Empty: everything that the caller may create, and nothing else. */
  readonly words: string
}
export interface FoundGroup {
  readonly entity: string
  readonly title: Text
  /** The screen over which its records open. */
  readonly screen: string
  readonly records: OptionsAnswer['options']
  /** There are more than these. */
  readonly more: boolean
}
/** An action above a list, or on a record, which opens with it. */
export interface FoundAction {
  readonly title: Text
  readonly screen: string
  /** `entity.transition` above a list; on a record as in its `can`, or `noteAction`. */
  readonly action: string
  readonly record?: OptionsAnswer['options'][number] & { readonly entity: string }
}
/** Writes a note on a record. */
export const noteAction = 'note'
export interface FindAnswer {
  readonly groups: readonly FoundGroup[]
  /** Entities whose records were not found in time. */
  readonly late: readonly Text[]
  readonly actions: readonly FoundAction[]
  /** Those that match but cannot be run now; POST /api/why explains each. */
  readonly refused: readonly FoundAction[]
  /** Exact matches that may not be opened. */
  readonly withheld: readonly Withheld[]
}
/** A screen by its title or by that of an action on it, or a record by its number; `title`: that of its entity. */
interface Withheld {
  readonly title: Text
  readonly screen?: string
  readonly record?: { readonly entity: string; readonly number: string }
}

/** POST /api/duplicates: the records that already have unique values of an open form. */
export interface DuplicatesRequest {
  readonly entity: string
  readonly transition: string
  /** Absent: the form creates. */
  readonly id?: number
  readonly values: Readonly<Record<string, unknown>>
}
export interface DuplicatesAnswer {
  readonly duplicates: readonly Duplicate[]
}
export interface Duplicate {
  /** The inputs that have the values. */
  readonly fields: readonly string[]
  readonly message: string
  /** The record, if the caller may open it. */
  readonly id?: number
}

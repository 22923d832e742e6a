// What may a rule name at its place? One value that the compiler hands to the checker.
import type { Field, Setting, ValueType } from '../app'

/** What is read of a field while the manifests are being compiled. */
export type ShapeField = Pick<Field, 'name' | 'type' | 'entity' | 'dictionary' | 'fields'>

/** An entity as rules see it. `fields` holds the engine's own fields too (id, no, state, createdAt…): a name that is not in it does not exist. */
export interface Shape {
  readonly entity: string
  readonly fields: Readonly<Record<string, ShapeField>>
  readonly states: readonly string[]
}

/** A scope that is absent cannot be named. */
export interface RuleEnvironment {
  readonly record?: Shape
  readonly this?: Shape
  readonly before?: Shape
  readonly input?: Readonly<Record<string, ShapeField>>
  readonly me?: Shape
  readonly tenant?: Shape
  readonly settings: Readonly<Record<string, Setting>>
  readonly lets?: Readonly<Record<string, ValueType>>
  readonly measures?: Readonly<Record<string, ValueType>>
  /** true: period.from and period.to are known. */
  readonly period?: boolean
  /** The dictionary codes that the bare name `code` runs over; wins over a field of that name. */
  readonly code?: readonly string[]
  /** The permission codes that exist, for holds('…'). */
  readonly codes: ReadonlySet<string> | readonly string[]
  /** Steps through references. */
  readonly entities: (name: string) => Shape | undefined
  readonly dictionaries: (name: string) => readonly string[] | undefined
}

/** What the place of the rule needs besides a type: literal results must be among `codes`, a record must be of `entity`. */
export interface RuleTarget {
  readonly codes?: readonly string[]
  readonly entity?: string
}

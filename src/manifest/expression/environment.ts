// The names that a rule may use at its location, passed from the compiler to the checker.
import type { Setting } from '../model/app'
import type { Field } from '../model/field'
import type { ValueType } from '../model/rule'
import type { NamedRules } from './namedRules'

/** The keys of a field that rules need while manifests are being compiled. */
export type ShapeField = Pick<Field, 'name' | 'type' | 'entity' | 'dictionary' | 'fields'>

/** An entity as rules see it. `fields` includes the system fields (id, no, state, createdAt…): no other name exists. */
export interface Shape {
  readonly entity: string
  readonly fields: Readonly<Record<string, ShapeField>>
  readonly states: readonly string[]
}

/** A missing scope cannot be named. */
export interface RuleEnvironment {
  readonly record?: Shape
  readonly this?: Shape
  readonly before?: Shape
  readonly input?: Readonly<Record<string, ShapeField>>
  readonly me?: Shape
  readonly tenant?: Shape
  readonly settings: Readonly<Record<string, Setting>>
  readonly vars?: Readonly<Record<string, ValueType>>
  /** The named rules, as `rule.name`. */
  readonly rules?: NamedRules
  readonly measures?: Readonly<Record<string, ValueType>>
  /** true: period.from and period.to are known. */
  readonly period?: boolean
  /** The dictionary codes that the bare name `code` stands for; hides a field of that name. */
  readonly code?: readonly string[]
  /** The permission codes that exist, for hasPermission('…'). */
  readonly codes: ReadonlySet<string> | readonly string[]
  /** Follows references. */
  readonly entities: (name: string) => Shape | undefined
  readonly dictionaries: (name: string) => readonly string[] | undefined
}

/** What the location needs besides a type: literal results must be among `codes`, a record must be of `entity`. */
export interface RuleTarget {
  readonly codes?: readonly string[]
  readonly entity?: string
}

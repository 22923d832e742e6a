// The names that a rule may use at its location, passed from the compiler to the checker.
import type { Setting } from '../model/app'
import type { Field } from '../model/field'
import type { ValueType } from '../model/rule'
import type { NamedRule } from '../problems/expressionProblem'

/** The keys of a field that rules need while manifests are being compiled. */
export type ShapeField = Pick<Field, 'name' | 'type' | 'entity' | 'dictionary' | 'fields'>

export type StateGroups = Readonly<Record<string, readonly string[]>>

/** Snapshots by name, with the fields that each keeps. Rules read `terms.rate`, which is the field `termsRate`. */
export type Snapshots = Readonly<Record<string, readonly string[]>>

/** An entity as rules see it. `fields` includes the system fields (id, no, state, createdAt…): no other name exists. */
export interface Shape {
  readonly entity: string
  readonly fields: Readonly<Record<string, ShapeField>>
  readonly states: readonly string[]
  /** group: its states; they may be used in a list of states. */
  readonly stateGroups?: StateGroups
  /** Their values are fields too. */
  readonly snapshots?: Snapshots
  /** The lines field whose lines an aggregate counts: a path through it reads the counted line. */
  readonly countedLines?: string
}

/** The named rules of a product. A bare name in one is a field of the record on which it is used. */
export class NamedRules {
  private readonly declared = new Map<string | undefined, Map<string, NamedRule>>()
  private readonly used = new Set<NamedRule>()

  /** Declares a rule of an entity or, without one, of the app. */
  declare(rule: NamedRule): void {
    const rules = this.declared.get(rule.entity) ?? new Map<string, NamedRule>()
    this.declared.set(rule.entity, rules.set(rule.name, rule))
  }

  /** The rule of a name: from the first owner that has one, else from the app. Counts as a use. */
  use(owners: readonly (string | undefined)[], name: string): NamedRule | undefined {
    const rule = this.among(owners).find((one) => one.name === name)
    if (rule !== undefined) this.used.add(rule)
    return rule
  }

  names(owners: readonly (string | undefined)[]): string[] {
    return [...new Set(this.among(owners).map(({ name }) => name))]
  }

  /** The entities that have a rule of this name. */
  entitiesOf(name: string): string[] {
    return [...this.declared].flatMap(([entity, rules]) => (entity !== undefined && rules.has(name) ? [entity] : []))
  }

  unused(): NamedRule[] {
    return [...this.declared.values()].flatMap((rules) => [...rules.values()]).filter((rule) => !this.used.has(rule))
  }

  /** The lines of an entity are called `entity.field`, and have its rules. */
  private among(owners: readonly (string | undefined)[]): NamedRule[] {
    const entities = owners.flatMap((owner) => (owner === undefined ? [] : [owner.split('.')[0]]))
    return [...entities, undefined].flatMap((owner) => [...(this.declared.get(owner)?.values() ?? [])])
  }
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
  /** Looks up the referenced entity. */
  readonly entities: (name: string) => Shape | undefined
  readonly dictionaries: (name: string) => readonly string[] | undefined
}

/** Requirements besides the type: literal results must be among `codes`, a record must be of `entity`. */
export interface RuleTarget {
  readonly codes?: readonly string[]
  readonly entity?: string
}

/** A name of a path in a rule, with its place in the text. */
interface NameSpan {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The field that keeps a value. */
export const snapshotField = (snapshot: string, sourceField: string): string =>
  `${snapshot}${sourceField.charAt(0).toUpperCase()}${sourceField.slice(1)}`

/** The field of two names of a path, as one name; undefined if they name no value of a snapshot. */
export function snapshotSegment(
  snapshots: Snapshots | undefined,
  segment: NameSpan,
  part: NameSpan | undefined,
): NameSpan | undefined {
  if (part === undefined || !ownSnapshot(snapshots, segment.name)?.includes(part.name)) return undefined
  return { name: snapshotField(segment.name, part.name), start: segment.start, end: part.end }
}

/** The values that a snapshot keeps; undefined if there is none of the name. */
export function ownSnapshot(snapshots: Snapshots = {}, name: string): readonly string[] | undefined {
  return Object.hasOwn(snapshots, name) ? snapshots[name] : undefined
}

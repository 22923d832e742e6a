// What do the rules of a form see? The values being typed, the record as it was, the caller and the settings. A name whose value the browser
// cannot know makes the whole rule undecided rather than wrong.
import { raw } from '@formily/reactive'
import type { Aggregate, Entity, Field, Rule, Transition } from '../../manifest/app'
import {
  evaluate,
  evaluateAggregateOverLines,
  toRaw,
  type Read,
  type RuleValue,
  type World,
} from '../../manifest/rule/evaluate'
import type { RawLine } from '../../manifest/rule/lines'
import type { RecordData, RefValue } from '../../protocol/calls'
import type { AskedForm } from './askFields'
import { filledLine } from '../widgets/lines/filledLine'
import { decided, Undecided } from './undecided'

/** The signed-in person and the product, as rules know them. */
export interface RuleFacts {
  readonly me: Readonly<Record<string, unknown>>
  readonly tenant: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  readonly world: World
}

export interface WorldFacts extends RuleFacts {
  readonly entity: Entity
  readonly asked: AskedForm
  /** What the transition sets by itself and computed fields read. */
  readonly set?: Transition['set']
  readonly record?: RecordData
  /** The values of the form, of this moment; reading one is tracked. */
  readonly values: () => Readonly<Record<string, unknown>>
  /** A referenced record's values by path; undefined while they are not there (and where they never will be). */
  readonly referenced: (entity: string, id: number) => Readonly<Record<string, unknown>> | undefined
}

export interface FormWorld {
  readonly read: Read
  readonly world: World
  /** The value of a rule over the form; undefined when the browser cannot decide it. */
  decide(rule: Rule): RuleValue | undefined
  /** Whether a condition holds; `undecided` says what counts where nobody knows. */
  holds(rule: Rule, undecided: boolean): boolean
  /** A rule's value as a field carries it; undefined when undecided. */
  rawValue(rule: Rule, field: Field): unknown
  /** A computed field of the entity as the transition will leave it, live; undefined when undecided. */
  computed(field: Field): unknown
}

const own = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : undefined

function refId(value: unknown): number | null {
  if (typeof value === 'number') return value
  const id = (value as Partial<RefValue> | null | undefined)?.id
  return typeof id === 'number' ? id : null
}

export function createFormWorld(facts: WorldFacts): FormWorld {
  const { entity, asked, record } = facts
  const world: World = {
    ...facts.world,
    referred: (field, value, path) => follow({ [field.name]: field }, value, path),
  }
  const inputs = new Map(asked.fields.filter((field) => field.input).map((field) => [field.name, field.field]))
  const ownAsked = new Set(
    asked.fields.filter((field) => !field.input && !isComputed(field.field)).map((field) => field.name),
  )

  /** A path that begins with a field of the form or record: follows references over what is known of them. */
  const follow = (fields: Readonly<Record<string, Field>>, first: unknown, path: readonly string[]): unknown => {
    if (path.length === 1) return first
    const field = fields[path[0]!]
    const id = refId(first)
    if (id === null) return null
    const rest = path.slice(1).join('.')
    const original = record?.values[path[0]!]
    if (record && refId(original) === id && Object.hasOwn(record.values, path.join('.')))
      return record.values[path.join('.')]
    const known = field?.entity === undefined ? undefined : facts.referenced(field.entity, id)
    if (!known || !Object.hasOwn(known, rest)) throw new Undecided()
    return known[rest]
  }

  const readRecord = (path: readonly string[]): unknown => {
    const first = path[0]
    if (first === undefined || first === 'id') return record?.id ?? null
    if (ownAsked.has(first)) return follow(entity.fields, plain(facts.values()[first]), path)
    const field = entity.fields[first]
    if (path.length === 1 && field && isComputed(field)) return computed(field)
    if (record && Object.hasOwn(record.values, path.join('.'))) return record.values[path.join('.')]
    if (record && Object.hasOwn(record.values, first)) return follow(entity.fields, record.values[first], path)
    // What a new record gets from `set` and from the engine is decided by the server.
    if (!record && field && !field.system && field.stored) return null
    throw new Undecided()
  }

  const known = (from: Readonly<Record<string, unknown>>, path: readonly string[]): unknown => {
    const key = path.join('.') || 'id'
    if (!Object.hasOwn(from, key)) throw new Undecided()
    return from[key]
  }

  // The engine's own fields say which entity the accounts and the tenants are.
  const kindOf = (name: string): string | undefined => entity.fields[name]?.entity
  const tenantKind = Object.values(entity.fields).find(
    (field) => field.system && field.type === 'ref' && field.name !== 'createdBy',
  )?.entity

  /** The caller's account or tenant: what the session holds, else what this person may read of the record. */
  const whoever = (
    held: Readonly<Record<string, unknown>>,
    kind: string | undefined,
    path: readonly string[],
  ): unknown => {
    const id = refId(held.id)
    if (
      path.length === 0 ||
      path[0] === 'id' ||
      Object.hasOwn(held, path.join('.')) ||
      kind === undefined ||
      id === null
    )
      return known(held, path)
    const values = facts.referenced(kind, id)
    if (!values) throw new Undecided()
    return known(values, path)
  }

  const read: Read = (scope, path) => {
    switch (scope) {
      case 'record':
      case 'this':
        return readRecord(path)
      case 'input': {
        const field = inputs.get(path[0] ?? '')
        return field ? follow({ [field.name]: field }, plain(facts.values()[field.name]), path) : readRecord(path)
      }
      case 'before':
        return record ? known({ ...record.values, id: record.id }, path) : null
      case 'me':
        return whoever(facts.me, kindOf('createdBy'), path)
      case 'tenant':
        return whoever(facts.tenant, tenantKind, path)
      case 'settings':
        return own(facts.settings, path[0] ?? '')
      default:
        throw new Undecided()
    }
  }

  const computed = (field: Field, by: Read = read): unknown => {
    if (field.compute) return toRaw(evaluate(field.compute.node, by, world), field.type, field.scale)
    if (field.aggregate?.lines) return toRaw(overLines(field.aggregate, by), field.type, field.scale)
    if (record && Object.hasOwn(record.values, field.name)) return record.values[field.name]
    throw new Undecided()
  }

  const overLines = (aggregate: Aggregate, by: Read): RuleValue => {
    const name = aggregate.lines!
    const lines = ownAsked.has(name) ? plain(facts.values()[name]) : record?.values[name]
    const fields = entity.fields[name]?.fields ?? {}
    return evaluateAggregateOverLines(
      aggregate,
      Array.isArray(lines) ? (lines as RawLine[]).map((line) => filledLine(line, fields, by, world)) : [],
      fields,
      by,
      world,
    )
  }

  /** The record as the transition will leave it, what it sets by itself included: for what follows from it, not for what is asked. */
  const afterwards: Read = (scope, path) => {
    const [first = ''] = path
    const field = scope === 'record' || scope === 'this' ? entity.fields[first] : undefined
    if (field && path.length === 1 && isComputed(field) && !ownAsked.has(first)) return computed(field, afterwards)
    const rule = field && !ownAsked.has(first) ? (own(facts.set ?? {}, first) as Rule | undefined) : undefined
    return rule
      ? follow(entity.fields, toRaw(evaluate(rule.node, read, world), field!.type, field!.scale), path)
      : read(scope, path)
  }

  return {
    read,
    world,
    decide: (rule) => decided(() => evaluate(rule.node, read, world)),
    holds: (rule, undecided) => decided(() => evaluate(rule.node, read, world) === true) ?? undecided,
    rawValue: (rule, field) =>
      decided(() => {
        // A reference read as it stands keeps its label; the value of a rule is an id alone.
        if (field.type === 'ref' && rule.node.kind === 'name') return read(rule.node.scope, rule.node.path) ?? null
        return toRaw(evaluate(rule.node, read, world), field.type, field.scale)
      }),
    computed: (field) => decided(() => computed(field, afterwards)),
  }
}

export const isComputed = (field: Field): boolean => field.compute !== undefined || field.aggregate !== undefined

/** The value behind the form's observing wrapper: rules walk over hundreds of lines, which need no observing one by one. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? raw(value) : value
}

// Names in the rules of a form: current input, previous record, caller and settings.
// A name whose value the browser cannot know makes the whole rule undecided rather than wrong.
import { isComputed } from '../../../manifest/model/field'
import { raw } from '@formily/reactive'
import type { Aggregate, Rule } from '../../../manifest/model/rule'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { textBefore } from '../../../manifest/expression/values/present'
import { evaluate, type Read, type EvaluationContext } from '../../../manifest/expression/evaluate'
import { evaluateAggregateOverLines, lineReaders } from '../../../manifest/expression/evaluateLines'
import { toRaw, type RuleValue } from '../../../manifest/expression/values/value'
import type { RawLine } from '../../../manifest/expression/evaluateLines'
import type { RecordData, RefValue } from '../../../protocol/calls'
import type { FormOutline } from './formField'
import { filledLine } from '../../inputs/lineModel/computedLine'
import { LineSums } from '../../inputs/lineModel/lineSums'
import { orUnknown, UnknownValueError } from '../../rules/unknownValue'

/** The signed-in user and the product, as rules know them. */
export interface RuleScope {
  readonly me: Readonly<Record<string, unknown>>
  readonly tenant: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  readonly evaluationContext: EvaluationContext
}

export interface FormScopeOptions extends RuleScope {
  readonly entity: Entity
  /** The entities of the form, whose references lead further. */
  readonly entities: Readonly<Record<string, Entity>>
  readonly outline: FormOutline
  /** Values that the transition sets and computed fields read. */
  readonly set?: Transition['set']
  /** The state of a record that the form creates. */
  readonly firstState?: string
  readonly record?: RecordData
  /** The current values of the form; reads are tracked. */
  readonly values: () => Readonly<Record<string, unknown>>
  /** A referenced record's values by path; undefined until they are loaded (and if they never will be). */
  readonly referenced: (entity: string, id: number) => Readonly<Record<string, unknown>> | undefined
}

export interface FormScope {
  readonly read: Read
  readonly evaluationContext: EvaluationContext
  /** The value of a rule over the form; undefined when the browser cannot decide it. */
  decide(rule: Rule): RuleValue | undefined
  /** Whether a condition holds; `undecided` is the result when it cannot be decided. */
  holds(rule: Rule, otherwise: { readonly undecided: boolean }): boolean
  /** A rule's value in the field's format; undefined when undecided. */
  rawValue(rule: Rule, field: Field): unknown
  /** The value of a computed field after the transition, live; undefined when undecided. */
  computed(field: Field): unknown
}

const own = (from: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : undefined

function refId(value: unknown): number | null {
  if (typeof value === 'number') return value
  const id = (value as Partial<RefValue> | null | undefined)?.id
  return typeof id === 'number' ? id : null
}

export function createFormScope(options: FormScopeOptions): FormScope {
  const reader = new FormReader(options)
  const { read, environment } = reader
  return {
    read,
    evaluationContext: environment,
    decide: (rule) => orUnknown(() => evaluate(rule.node, read, environment)),
    holds: (rule, { undecided }) => orUnknown(() => evaluate(rule.node, read, environment) === true) ?? undecided,
    rawValue: (rule, field) =>
      orUnknown(() => {
        // An unchanged reference keeps its label; the value of a rule is an id alone.
        if (field.type === 'ref' && rule.node.kind === 'name') return read(rule.node.scope, rule.node.path) ?? null
        return toRaw(evaluate(rule.node, read, environment), field.type, field.scale)
      }),
    computed: (field) => orUnknown(() => reader.computed(field, reader.afterwards)),
  }
}

/** Reads names over a form; throws UnknownValueError for values that the browser cannot know. */
class FormReader {
  readonly environment: EvaluationContext
  readonly #options: FormScopeOptions
  readonly #inputs: ReadonlyMap<string, Field>
  /** Stored fields of the record that are inputs of the form. */
  readonly #askedFields: ReadonlySet<string>
  /** The system fields name the entities of accounts and tenants. */
  readonly #accountEntity: string | undefined
  readonly #tenantEntity: string | undefined
  readonly #sums = new LineSums()

  constructor(options: FormScopeOptions) {
    const { entity, outline } = options
    this.#options = options
    this.environment = {
      ...options.evaluationContext,
      referred: (field, value, path) => this.#follow({ [field.name]: field }, value, path),
    }
    this.#inputs = new Map(outline.fields.filter((field) => field.input).map((field) => [field.name, field.field]))
    this.#askedFields = new Set(
      outline.fields.filter((field) => !field.input && !isComputed(field.field)).map((field) => field.name),
    )
    this.#accountEntity = entity.fields.createdBy?.entity
    this.#tenantEntity = Object.values(entity.fields).find(
      (field) => field.system && field.type === 'ref' && field.name !== 'createdBy',
    )?.entity
  }

  readonly read: Read = (scope, path) => {
    const { record, me, tenant, settings } = this.#options
    switch (scope) {
      case 'record':
      case 'this':
        return this.#readRecord(path)
      case 'input': {
        const field = this.#inputs.get(path[0] ?? '')
        return field ? this.#follow({ [field.name]: field }, this.#current(field.name), path) : this.#readRecord(path)
      }
      case 'before':
        return record ? known({ ...record.values, id: record.id }, path) : null
      case 'me':
        return this.#readCaller(me, this.#accountEntity, path)
      case 'tenant':
        return this.#readCaller(tenant, this.#tenantEntity, path)
      case 'settings':
        return own(settings, path[0] ?? '')
      default:
        throw new UnknownValueError()
    }
  }

  /** The record after the transition, including `set`: for computed results, not for inputs. */
  readonly afterwards: Read = (scope, path) => {
    const { entity, set, firstState, record } = this.#options
    const [first = ''] = path
    const field = scope === 'record' || scope === 'this' ? entity.fields[first] : undefined
    if (field && first === 'state' && !record && firstState !== undefined) return firstState
    if (!field || this.#askedFields.has(first)) return this.read(scope, path)
    if (path.length === 1 && isComputed(field)) return this.computed(field, this.afterwards)
    const rule = own(set ?? {}, first) as Rule | undefined
    if (!rule) return this.read(scope, path)
    const value = toRaw(evaluate(rule.node, this.read, this.environment), field.type, field.scale)
    return this.#follow(entity.fields, value, path)
  }

  computed(field: Field, by: Read): unknown {
    const { record } = this.#options
    if (field.compute) return toRaw(evaluate(field.compute.node, by, this.environment), field.type, field.scale)
    if (field.aggregate?.lines) return toRaw(this.#overLines(field.aggregate, by), field.type, field.scale)
    if (record && Object.hasOwn(record.values, field.name)) return record.values[field.name]
    throw new UnknownValueError()
  }

  /**
   * As the record has it while no input of the form changes it: the browser may not know what it is computed from, such
   * as a computed value of a referenced record.
   */
  #readComputed(field: Field): unknown {
    const { record } = this.#options
    const isStored = record !== undefined && Object.hasOwn(record.values, field.name)
    return isStored && !this.#followsInput(field) ? record.values[field.name] : this.computed(field, this.read)
  }

  #followsInput({ compute, aggregate }: Field): boolean {
    const { fields } = this.#options.entity
    const names = [...(compute?.readPaths ?? []), aggregate?.lines ?? ''].map((path) => textBefore(path, '.'))
    return names.some((name) => {
      const field = fields[name]
      return this.#askedFields.has(name) || (field !== undefined && isComputed(field) && this.#followsInput(field))
    })
  }

  #overLines(aggregate: Aggregate, by: Read): RuleValue {
    const { entity, record } = this.#options
    const name = aggregate.lines!
    const lines = this.#askedFields.has(name) ? this.#current(name) : record?.values[name]
    const fields = entity.fields[name]?.fields ?? {}
    const filled = Array.isArray(lines)
      ? (lines as RawLine[]).map((line) => filledLine(line, fields, by, this.environment))
      : []
    const field = fields[aggregate.field ?? '']
    if (field && aggregate.operator === 'sum' && !aggregate.where)
      return this.#sums.sumOf(filled, field, fields, { read: by, evaluationContext: this.environment })
    const readers = lineReaders(filled, fields, by, this.environment)
    return evaluateAggregateOverLines(aggregate, readers, fields, this.environment)
  }

  #current(name: string): unknown {
    return plain(this.#options.values()[name])
  }

  #readRecord(path: readonly string[]): unknown {
    const { entity, record } = this.#options
    const first = path[0]
    if (first === undefined || first === 'id') return record?.id ?? null
    if (this.#askedFields.has(first)) return this.#follow(entity.fields, this.#current(first), path)
    const field = entity.fields[first]
    if (path.length === 1 && field && isComputed(field)) return this.#readComputed(field)
    if (record && Object.hasOwn(record.values, path.join('.'))) return record.values[path.join('.')]
    if (record && Object.hasOwn(record.values, first)) return this.#follow(entity.fields, record.values[first], path)
    // The server decides the values of a new record from `set` and the engine.
    if (!record && field && !field.system && field.stored) return null
    throw new UnknownValueError()
  }

  /** A path that begins with a field of the form or record: follows references over their known values. */
  #follow(fields: Readonly<Record<string, Field>>, first: unknown, path: readonly string[]): unknown {
    const { record } = this.#options
    if (path.length === 1) return first
    const field = fields[path[0] ?? '']
    const id = refId(first)
    if (id === null) return null
    const original = record?.values[path[0] ?? '']
    if (record && refId(original) === id && Object.hasOwn(record.values, path.join('.')))
      return record.values[path.join('.')]
    return this.#ofReferenced(field?.entity, id, path.slice(1))
  }

  /** A path of a referenced record; it may lead over that record's own references. */
  #ofReferenced(entity: string | undefined, id: number, path: readonly string[]): unknown {
    const { entities, referenced } = this.#options
    const values = entity === undefined ? undefined : referenced(entity, id)
    if (values && Object.hasOwn(values, path.join('.'))) return values[path.join('.')]
    const [first = '', ...rest] = path
    const next = entities[entity ?? '']?.fields[first]?.entity
    if (!values || rest.length === 0 || next === undefined || !Object.hasOwn(values, first))
      throw new UnknownValueError()
    const nextId = refId(values[first])
    return nextId === null ? null : this.#ofReferenced(next, nextId, rest)
  }

  /** The caller's account or tenant: from the session, else from the record if the user may read it. */
  #readCaller(
    current: Readonly<Record<string, unknown>>,
    entity: string | undefined,
    path: readonly string[],
  ): unknown {
    const id = refId(current.id)
    const isInSession = path.length === 0 || path[0] === 'id' || Object.hasOwn(current, path.join('.'))
    if (isInSession || entity === undefined || id === null) return known(current, path)
    const values = this.#options.referenced(entity, id)
    if (!values) throw new UnknownValueError()
    return known(values, path)
  }
}

function known(from: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  const key = path.join('.') || 'id'
  if (!Object.hasOwn(from, key)) throw new UnknownValueError()
  return from[key]
}

/**
 * The raw value behind the form's observable: rules read hundreds of lines, which need not be observed individually.
 */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? raw(value) : value
}

// What do the names of a rule stand for, while a transition runs? Values of the record as it will be, of the records it refers to, of the form,
// the caller and the settings. `prepare` fetches whatever a set of rules needs, for many records at once; evaluating then asks nothing more.
import type { App, Field, NameScope, Rule, RuleNode } from '../../manifest/app'
import { visit } from '../../manifest/rule/check'
import {
  evaluate,
  evaluateAggregateOverLines,
  toRaw,
  truthy,
  type Read,
  type RuleValue,
  type World,
} from '../../manifest/rule/evaluate'
import { idOf } from '../../manifest/rule/value'
import type { Caller, Context, RawRecord } from '../context'
import { entityNamed } from '../plan/frame'
import { aggregateValues } from '../plan/load'
import { Wants, type Facts } from './facts'
import { tooLarge } from './faults'
import { Subject } from './subject'

/** What the scopes of a rule stand for; an absent one is null throughout. */
export interface Names {
  readonly record?: Subject
  readonly before?: Subject
  readonly this?: Subject
  readonly input?: Subject
  readonly lets?: RawRecord
  /** The fields whose values those of `let` are. */
  readonly letFields?: Readonly<Record<string, Field | undefined>>
  readonly code?: string
}

/** Rules, paths as texts name them, and plain values of the record that are about to be asked. */
export interface Question {
  readonly names: Names
  readonly rules?: readonly (Rule | null | undefined)[]
  readonly paths?: readonly string[]
  readonly values?: readonly string[]
}

const missing = Symbol('missing')
const mostRounds = 12
const roots = ['before', 'this', 'input', 'me', 'tenant'] as const

class Wanted extends Wants {
  readonly aggregates = new Map<Subject, Set<Field>>()
  get empty(): boolean {
    return this.records.size === 0 && this.aggregates.size === 0
  }
}

export class Reader {
  readonly world: World
  private readonly me: Subject
  private readonly tenant: Subject

  constructor(
    private readonly app: App,
    private readonly context: Context,
    readonly facts: Facts,
  ) {
    const { caller, now } = context
    this.world = {
      now,
      timezone: app.product.timezone,
      holds: (code) => holdsCode(caller, code),
      granted: (code) =>
        holdsCode({ administrator: caller.administrator, codes: caller.granted ?? caller.codes }, code),
    }
    this.me = this.known(app.access.identity.account, caller.me)
    this.tenant = this.known(app.access.identity.tenant, caller.tenant)
  }

  private known(entity: string, base: RawRecord): Subject {
    return new Subject(this.app, entityNamed(this.app, entity), idOf(base.id), base)
  }

  /** Fetches what the questions need and is not known yet. */
  async prepare(questions: readonly Question[]): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      const wanted = new Wanted()
      for (const { names, rules = [], paths = [], values = [] } of questions) {
        for (const rule of rules) if (rule) this.look(names, rule.node, wanted)
        for (const path of paths) this.lookShown(names, path, wanted)
        for (const path of values) this.valueAt(names.record, stepsOf(path), wanted)
      }
      if (wanted.empty) return
      await this.facts.fetch(wanted)
      for (const [subject, fields] of wanted.aggregates) await this.fetchAggregates(subject, fields)
    }
    throw new Error('The values of a rule lead to ever more values.')
  }

  private async fetchAggregates(subject: Subject, fields: ReadonlySet<Field>): Promise<void> {
    const asked = Object.fromEntries([...fields].map((field) => [field.name, field.aggregate!]))
    const values = await aggregateValues(this.context, asked, this.asking(subject), { entity: subject.entity.name })
    for (const field of fields)
      subject.aggregates.set(field.name, { epoch: this.facts.epoch, value: values[field.name] ?? null })
  }

  /** A record as statements take it for `this`: texts in the caller's language. */
  asking(subject: Subject): RawRecord {
    const raw = subject.raw()
    return Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [name, this.inLanguage(subject.entity.fields[name], value)]),
    )
  }

  value(names: Names, rule: Rule): RuleValue {
    return evaluate(rule.node, this.readOf(names), this.world)
  }

  holds(names: Names, rule: Rule): boolean {
    return truthy(rule.node, this.readOf(names), this.world)
  }

  /**
   * The value of a rule as a field keeps it; a text that is kept in every language is the same in all.
   * @throws Fault 2001 for a number that the field cannot hold
   */
  rawValue(names: Names, rule: Rule, field: Field): unknown {
    const value = this.value(names, rule)
    try {
      const raw = toRaw(value, field.type, field.scale)
      return field.localized && typeof raw === 'string' ? [raw, raw] : raw
    } catch (error) {
      throw error instanceof RangeError ? tooLarge() : error
    }
  }

  /** A value of the record in question, by its path. */
  recordValue(names: Names, path: string): unknown {
    return this.readOf(names)('record', stepsOf(path))
  }

  readOf(names: Names): Read {
    return (scope, path) => {
      const value = this.read(names, scope, path, undefined)
      if (value === missing) throw new Error(`The value of ${scope} ${path.join('.')} was not prepared.`)
      return value
    }
  }

  /** The field at the end of a path that a text names, and its value; a reference gives what its record is called. */
  shown(names: Names, path: string): { readonly value: unknown; readonly field?: Field } {
    const found = this.lookShown(names, path, undefined)
    if (found.value === missing) throw new Error(`The value of ${path} was not prepared.`)
    return found
  }

  private lookShown(names: Names, path: string, wanted: Wanted | undefined): { value: unknown; field?: Field } {
    const [first = '', ...rest] = path.split('.')
    if (first === 'let') return this.lookLet(names, rest.join('.'), wanted)
    if (first === 'settings') return { value: this.app.settings[rest[0] ?? '']?.value ?? null }
    const owned = names.record && Object.hasOwn(names.record.entity.fields, first)
    const root = owned ? undefined : roots.find((name) => name === first)
    const steps = root ? [...rest] : [first, ...rest]
    const subject = root === 'me' || root === 'tenant' ? this[root] : names[root ?? 'record']
    let fields = subject?.entity.fields ?? {}
    let field: Field | undefined
    for (let at = 0; at < steps.length && at < 6; at += 1) {
      field = fields[steps[at]!]
      // An own text in every language is shown in each of them.
      if (field?.localized && steps.length === 1 && subject && Array.isArray(subject.own(field.name)))
        return { value: subject.own(field.name), field }
      if (field?.type !== 'ref' || !field.entity)
        return { value: this.valueAt(subject, steps, wanted), field: at === steps.length - 1 ? field : undefined }
      const entity = entityNamed(this.app, field.entity)
      fields = entity.fields
      // A path that ends in a reference goes on to what names its record.
      if (at === steps.length - 1) steps.push(entity.label)
    }
    return { value: this.valueAt(subject, steps, wanted), field }
  }

  private lookLet(
    { lets, letFields }: Names,
    name: string,
    wanted: Wanted | undefined,
  ): { value: unknown; field?: Field } {
    const field = letFields?.[name]
    const value = lets?.[name] ?? null
    if (field?.type !== 'ref' || !field.entity) return { value, field }
    const { label, fields } = entityNamed(this.app, field.entity)
    return { value: this.beyond(field, value, [label], wanted), field: fields[label] }
  }

  private look(names: Names, node: RuleNode, wanted: Wanted): void {
    visit(node, (at) => {
      if (at.kind === 'name') this.read(names, at.scope, at.path, wanted)
    })
  }

  private read(names: Names, scope: NameScope, path: readonly string[], wanted: Wanted | undefined): unknown {
    switch (scope) {
      case 'record':
      case 'before':
      case 'this':
      case 'input':
        return this.valueAt(names[scope], path, wanted)
      case 'me':
      case 'tenant':
        return this.valueAt(this[scope], path, wanted)
      case 'let':
        return names.lets?.[path[0]!] ?? null
      case 'settings':
        return this.app.settings[path[0]!]?.value ?? null
      case 'code':
        return names.code ?? null
      case 'period':
      case 'measure':
        return null
    }
  }

  /** The value of a path of a record; `missing` (and noted in `wanted`) when it has to be fetched first. */
  private valueAt(subject: Subject | undefined, path: readonly string[], wanted: Wanted | undefined): unknown {
    if (!subject) return null
    const name = path[0]
    if (name === undefined || (path.length === 1 && name === 'id')) return subject.id
    const field = subject.entity.fields[name]
    if (!field) throw new Error(`${subject.entity.name} has no field "${name}".`)
    const derived = field.compute !== undefined || field.aggregate !== undefined
    const whole = path.join('.')
    if (derived ? subject.id !== null && !subject.isStale(field) : !subject.has(name))
      return this.fact(subject.entity.name, subject.id!, whole, wanted)
    const known = derived || path.length === 1 ? undefined : subject.known(whole)
    if (known !== undefined) return known
    const value = derived ? this.derive(subject, field, wanted) : this.inLanguage(field, subject.own(name))
    return value === missing ? missing : this.beyond(field, value, path.slice(1), wanted)
  }

  private beyond(field: Field, value: unknown, rest: readonly string[], wanted: Wanted | undefined): unknown {
    if (rest.length === 0) return value
    if (field.type === 'address') return (value as RawRecord | null)?.[rest[0]!] ?? null
    const id = idOf(value)
    if (id === null || !field.entity) return null
    return rest.length === 1 && rest[0] === 'id' ? id : this.fact(field.entity, id, rest.join('.'), wanted)
  }

  private fact(entity: string, id: number, path: string, wanted: Wanted | undefined): unknown {
    if (this.facts.has(entity, id, path)) return this.facts.get(entity, id, path)
    wanted?.add(entity, id, path)
    return missing
  }

  private derive(subject: Subject, field: Field, wanted: Wanted | undefined): unknown {
    const names: Names = { record: subject, this: subject.owner }
    if (field.compute) {
      const reads = namesIn(field.compute.node).map(([scope, path]) => this.read(names, scope, path, wanted))
      return reads.includes(missing)
        ? missing
        : toRaw(evaluate(field.compute.node, this.readOf(names), this.world), field.type, field.scale)
    }
    const aggregate = field.aggregate!
    const asked = aggregate.readsThis.map((path) => this.valueAt(subject, path.split('.'), wanted))
    if (asked.includes(missing)) return missing
    if (aggregate.lines !== undefined) return this.deriveFromLines(subject, field, wanted)
    const known = subject.aggregates.get(field.name)
    if (known && known.epoch === this.facts.epoch) return known.value
    if (wanted) {
      const fields = wanted.aggregates.get(subject) ?? new Set()
      wanted.aggregates.set(subject, fields.add(field))
    }
    return missing
  }

  private deriveFromLines(subject: Subject, field: Field, wanted: Wanted | undefined): unknown {
    const aggregate = field.aggregate!
    const of = subject.entity.fields[aggregate.lines!]?.fields ?? {}
    const lines = this.valueAt(subject, [aggregate.lines!], wanted)
    if (lines === missing) return missing
    const computed = Object.values(of).flatMap((one) => one.compute?.reads ?? [])
    const paths = [
      aggregate.field ?? '',
      aggregate.sort?.field ?? '',
      ...(aggregate.where?.reads ?? []),
      ...computed,
    ].filter((path) => path.includes('.'))
    const full = ((lines ?? []) as RawRecord[]).map((line) => this.withPaths(line, of, paths, wanted))
    if (full.includes(missing)) return missing
    const value = evaluateAggregateOverLines(
      aggregate,
      full as RawRecord[],
      of,
      this.readOf({ record: subject }),
      this.world,
    )
    return toRaw(value, field.type, field.scale)
  }

  /** A line with the values behind its references. */
  private withPaths(
    line: RawRecord,
    fields: Readonly<Record<string, Field>>,
    paths: readonly string[],
    wanted: Wanted | undefined,
  ): RawRecord | typeof missing {
    const values = paths.map((path) => {
      const [name = '', ...rest] = path.split('.')
      return [path, fields[name] ? this.beyond(fields[name], line[name], rest, wanted) : null] as const
    })
    return values.some(([, value]) => value === missing) ? missing : { ...line, ...Object.fromEntries(values) }
  }

  private inLanguage(field: Field | undefined, value: unknown): unknown {
    return field?.localized && Array.isArray(value) ? (value[this.context.caller.language] ?? value[0] ?? null) : value
  }
}

/** The steps of a path as a rule has them: none for the record itself. */
function stepsOf(path: string): readonly string[] {
  return path === 'id' || path === '' ? [] : path.split('.')
}

/** The names that a tree reads. */
function namesIn(node: RuleNode): [NameScope, readonly string[]][] {
  const found: [NameScope, readonly string[]][] = []
  visit(node, (at) => {
    if (at.kind === 'name') found.push([at.scope, at.path])
  })
  return found
}

/** Whether holds('code') is true for a caller. */
function holdsCode(caller: Pick<Caller, 'administrator' | 'codes'>, code: string): boolean {
  return caller.administrator || caller.codes.has(code)
}

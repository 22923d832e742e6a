// Which thing does a name in a rule stand for? Name -> scope, path and type, or the problem with a suggestion.
import type { NameScope, RuleNode, Setting, ValueType } from '../app'
import { addressParts, valueTypes } from '../fields/valueTypes'
import type { RuleEnvironment, Shape, ShapeField } from './environment'
import type { RuleProblem, Tree } from './parse'
import { didYouMean, oneOf } from './suggest'

/** A node with what the checker knows beyond its type. */
export interface Typed {
  readonly node: RuleNode
  readonly start: number
  readonly end: number
  /** type record: which entity's. */
  readonly entity?: string
  /** type text: the only values it can have. */
  readonly codes?: readonly string[]
  /** type list or table: of what. */
  readonly element?: ValueType
  /** type list: the values, when they are known. */
  readonly values?: readonly string[]
}

export type Report = (problem: RuleProblem) => void

/** References that one path may step through. */
const mostSteps = 3

interface Segment {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The names of a dotted path, or nothing when the tree is no such path. */
export function segmentsOf(tree: Tree): Segment[] | undefined {
  if (tree.kind === 'name') return [{ name: tree.name, start: tree.start, end: tree.end }]
  if (tree.kind !== 'member') return undefined
  const before = segmentsOf(tree.of)
  return before && [...before, { name: tree.name, start: tree.nameStart, end: tree.end }]
}

/** Resolves a dotted path; reports a problem and gives type unknown when it stands for nothing. */
export function resolveName(segments: readonly Segment[], environment: RuleEnvironment, report: Report): Typed {
  return new Resolution(segments, environment, report).resolve()
}

class Resolution {
  private readonly first: Segment
  private readonly last: Segment
  private readonly rest: readonly Segment[]

  constructor(
    segments: readonly Segment[],
    private readonly environment: RuleEnvironment,
    private readonly report: Report,
  ) {
    this.first = segments[0]!
    this.last = segments[segments.length - 1]!
    this.rest = segments.slice(1)
  }

  resolve(): Typed {
    const { environment, first, rest } = this
    const { name } = first
    if (name === 'code' && environment.code) return this.leaf('code', [], 'text', { codes: environment.code })
    // A field called period cannot be stepped into; the span of a report can.
    if (name === 'period' && environment.period && ['from', 'to'].includes(rest[0]?.name ?? ''))
      return this.among('period', { from: 'date', to: 'date' })
    if (environment.record && Object.hasOwn(environment.record.fields, name))
      return this.step(environment.record, 'record', [first, ...rest])
    if (environment.measures && Object.hasOwn(environment.measures, name))
      return this.leaf('measure', [first], environment.measures[name]!)
    switch (name) {
      case 'this':
        if (environment.this) return this.step(environment.this, 'this', rest)
        break
      case 'before':
        if (environment.before) return this.step(environment.before, 'before', rest)
        break
      case 'me':
        if (environment.me) return this.step(environment.me, 'me', rest)
        break
      case 'tenant':
        if (environment.tenant) return this.step(environment.tenant, 'tenant', rest)
        break
      case 'input':
        if (environment.input) return this.input(environment.input)
        break
      case 'settings':
        return this.setting()
      case 'let':
        if (environment.lets) return this.among('let', environment.lets)
        break
      case 'period':
        if (environment.period) return this.among('period', { from: 'date', to: 'date' })
        break
    }
    return this.unknown(first, this.known(), environment.record?.states)
  }

  /** All names that may stand alone or first. */
  private known(): string[] {
    const { environment: e } = this
    const roots = [
      e.this && 'this',
      e.before && 'before',
      e.me && 'me',
      e.tenant && 'tenant',
      e.input && 'input',
      'settings',
      e.lets && 'let',
      e.period && 'period',
      e.code && 'code',
    ]
    return [
      ...Object.keys(e.record?.fields ?? {}),
      ...Object.keys(e.measures ?? {}),
      ...roots.filter((root): root is string => typeof root === 'string'),
    ]
  }

  private step(shape: Shape, scope: NameScope, segments: readonly Segment[]): Typed {
    const path: string[] = []
    let at = shape
    for (const [index, segment] of segments.entries()) {
      const field = own(at.fields, segment.name)
      if (!field) return this.unknown(segment, Object.keys(at.fields), at.states, at.entity)
      const after = segments.slice(index + 1)
      if (segment.name === 'id')
        return after.length ? this.noPart(segment, after[0]!) : this.name(scope, path, 'record', { entity: at.entity })
      path.push(segment.name)
      if (field.type !== 'ref' || after.length === 0) return this.end(field, at, scope, path, segment, after)
      const next = this.environment.entities(field.entity ?? '')
      if (!next) return this.name(scope, path, 'unknown') // the field itself is the mistake, and is told there
      if (path.length > mostSteps) {
        this.report({
          code: 'rule-name',
          message: `A path steps through at most ${mostSteps} references.`,
          start: this.first.start,
          end: segment.end,
        })
        return this.name(scope, path, 'unknown')
      }
      at = next
    }
    return this.name(scope, path, 'record', { entity: at.entity })
  }

  private input(fields: Readonly<Record<string, ShapeField>>): Typed {
    return this.rest.length
      ? this.step({ entity: 'input', fields, states: [] }, 'input', this.rest)
      : this.incomplete(Object.keys(fields))
  }

  private end(
    field: ShapeField,
    shape: Shape,
    scope: NameScope,
    path: readonly string[],
    segment: Segment,
    after: readonly Segment[],
  ): Typed {
    const type = valueTypes[field.type]
    if (after.length === 0)
      return this.name(scope, path, type, {
        entity: field.type === 'ref' ? field.entity : undefined,
        codes: this.codesOf(field, shape),
      })
    const part = after[0]!
    if (type !== 'address' || after.length > 1)
      return this.noPart(
        segment,
        part,
        type === 'lines' ? 'A rule reads lines only with size(…); declare an aggregate for a sum.' : undefined,
      )
    const partType = own(addressParts, part.name)
    if (!partType) return this.unknown(part, Object.keys(addressParts))
    const of = this.name(scope, path, 'address').node
    return {
      node: { kind: 'index', type: partType, of, key: { kind: 'literal', type: 'text', value: part.name } },
      start: this.first.start,
      end: this.last.end,
    }
  }

  private codesOf(field: ShapeField, shape: Shape): readonly string[] | undefined {
    if (field.name === 'state' && shape.states.length > 0) return shape.states
    return field.type === 'choice' && field.dictionary !== undefined
      ? this.environment.dictionaries(field.dictionary)
      : undefined
  }

  private setting(): Typed {
    const { settings } = this.environment
    const [name, key] = this.rest
    if (!name) return this.incomplete(Object.keys(settings))
    const setting = own(settings, name.name)
    if (!setting) return this.unknown(name, Object.keys(settings))
    if (key)
      return this.noPart(
        name,
        key,
        setting.type === 'table' ? `Write settings.${name.name}['${key.name}'].` : undefined,
      )
    return this.name('settings', [name.name], setting.type, settingKnowledge(setting))
  }

  private among(scope: NameScope, types: Readonly<Record<string, ValueType>>): Typed {
    const name = this.rest[0]
    if (!name) return this.incomplete(Object.keys(types))
    const type = own(types, name.name)
    if (!type) return this.unknown(name, Object.keys(types))
    return this.rest[1] ? this.noPart(name, this.rest[1]) : this.name(scope, [name.name], type)
  }

  private leaf(scope: NameScope, path: readonly Segment[], type: ValueType, knowledge: Partial<Typed> = {}): Typed {
    return this.rest[0]
      ? this.noPart(this.first, this.rest[0])
      : this.name(
          scope,
          path.map((segment) => segment.name),
          type,
          knowledge,
        )
  }

  private name(scope: NameScope, path: readonly string[], type: ValueType, knowledge: Partial<Typed> = {}): Typed {
    return {
      ...knowledge,
      node: { kind: 'name', type, scope, path: [...path] },
      start: this.first.start,
      end: this.last.end,
    }
  }

  private nothing(): Typed {
    return { node: { kind: 'literal', type: 'unknown', value: null }, start: this.first.start, end: this.last.end }
  }

  private unknown(
    segment: Segment,
    candidates: readonly string[],
    states: readonly string[] = [],
    entity?: string,
  ): Typed {
    const quoted = states.includes(segment.name) ? `A state is written in quotes: '${segment.name}'.` : undefined
    const hint = quoted ?? didYouMean(segment.name, candidates) ?? (candidates.length ? oneOf(candidates) : undefined)
    const message =
      entity === undefined ? `There is no name "${segment.name}" here.` : `${entity} has no field "${segment.name}".`
    this.report({
      code: 'rule-name',
      message,
      start: segment.start,
      end: segment.end,
      ...(hint === undefined ? {} : { hint }),
    })
    return this.nothing()
  }

  private noPart(of: Segment, part: Segment, hint?: string): Typed {
    this.report({
      code: 'rule-name',
      message: `"${of.name}" has no part "${part.name}".`,
      start: part.start,
      end: part.end,
      ...(hint === undefined ? {} : { hint }),
    })
    return this.nothing()
  }

  private incomplete(candidates: readonly string[]): Typed {
    this.report({
      code: 'rule-name',
      message: `"${this.first.name}" alone is no value.`,
      start: this.first.start,
      end: this.first.end,
      hint: oneOf(candidates.map((name) => `${this.first.name}.${name}`)),
    })
    return this.nothing()
  }
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function settingKnowledge(setting: Setting): Partial<Typed> {
  if (setting.type === 'table') return { element: 'number' }
  if (setting.type === 'list') return { element: 'text', values: setting.value as readonly string[] }
  return {}
}

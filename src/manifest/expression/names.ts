// Resolves a name in a rule into scope, path and type, or into a problem with a suggestion.
import type { Setting } from '../model/app'
import type { NameScope, RuleNode, ValueType } from '../model/rule'
import { addressParts, valueTypes } from './values/valueTypes'
import { ownSnapshot, snapshotSegment, type RuleEnvironment, type Shape, type ShapeField } from './environment'
import { NameProblems, type ProblemReporter, type Segment, type TypedNode } from './nameProblems'
import type { Tree } from './parse'
import { didYouMean, oneOf } from '../problems/suggest'

/** Whether rules can write a name: letters and digits, beginning with a letter. */
export const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]*$/.test(text)

/** References that one path may follow, in rules and elsewhere. */
export const maxReferences = 3

/** Whether a path may begin with a name: that of a field or of a snapshot. */
const begins = ({ fields, snapshots }: Shape, name: string): boolean =>
  Object.hasOwn(fields, name) || ownSnapshot(snapshots, name) !== undefined

/** The names of a dotted path; undefined for any other tree. */
export function segmentsOf(tree: Tree): Segment[] | undefined {
  if (tree.kind === 'name') return [{ name: tree.name, start: tree.start, end: tree.end }]
  if (tree.kind !== 'member') return undefined
  const before = segmentsOf(tree.of)
  return before && [...before, { name: tree.name, start: tree.nameStart, end: tree.end }]
}

/** Resolves a dotted path; reports a problem and returns type unknown for an unknown name. */
export function resolveName(
  segments: readonly Segment[],
  environment: RuleEnvironment,
  report: ProblemReporter,
): TypedNode {
  return new Resolution(segments, environment, report).resolve()
}

class Resolution extends NameProblems {
  resolve(): TypedNode {
    const { environment, first, rest } = this
    const { name } = first
    if (name === 'code' && environment.code) return this.leaf('code', [], 'text', { codes: environment.code })
    // A field called period has no parts, but the period of a report has.
    if (name === 'period' && environment.period && ['from', 'to'].includes(rest[0]?.name ?? ''))
      return this.among('period', { from: 'date', to: 'date' })
    if (environment.record && begins(environment.record, name))
      return this.step(environment.record, 'record', [first, ...rest])
    if (environment.measures && Object.hasOwn(environment.measures, name))
      return this.leaf('measure', [first], environment.measures[name]!)
    switch (name) {
      case 'this':
      case 'before':
      case 'me':
      case 'tenant': {
        const shape = environment[name]
        if (shape) return this.step(shape, name, rest)
        break
      }
      case 'input':
        if (environment.input) return this.input(environment.input)
        break
      case 'settings':
        return this.setting()
      case 'vars':
        if (environment.vars) return this.among('vars', environment.vars)
        break
      case 'period':
        if (environment.period) return this.among('period', { from: 'date', to: 'date' })
        break
    }
    return this.unknown(first, this.known(), environment.record?.states)
  }

  /** All names that may start a path. */
  private known(): string[] {
    const { environment: e } = this
    const roots = [
      e.this && 'this',
      e.before && 'before',
      e.me && 'me',
      e.tenant && 'tenant',
      e.input && 'input',
      'settings',
      e.vars && 'vars',
      (e.rules?.names([e.record?.entity, e.this?.entity]).length ?? 0) > 0 && 'rule',
      e.period && 'period',
      e.code && 'code',
    ]
    return [
      ...Object.keys(e.record?.fields ?? {}),
      ...Object.keys(e.measures ?? {}),
      ...roots.filter((root): root is string => typeof root === 'string'),
    ]
  }

  private step(shape: Shape, scope: NameScope, segments: readonly Segment[]): TypedNode {
    const path: string[] = []
    let current = shape
    for (let index = 0; index < segments.length; index++) {
      const written = segments[index]!
      const joined = snapshotSegment(current.snapshots, written, segments[index + 1])
      if (joined !== undefined) index++
      const segment = joined ?? written
      const field = own(current.fields, segment.name)
      if (!field) return this.unknownIn(current, segment, segments[index + 1])
      const after = segments.slice(index + 1)
      if (segment.name === 'id')
        return after.length
          ? this.noPart(segment, after[0]!)
          : this.name(scope, path, 'record', { entity: current.entity })
      path.push(segment.name)
      if (segment.name === current.countedLines && after.length > 0) {
        current = { entity: `${current.entity}.${segment.name}`, fields: field.fields ?? {}, states: [] }
        continue
      }
      if (field.type !== 'ref' || after.length === 0) {
        const value = this.name(scope, path, valueTypes[field.type], {
          entity: field.type === 'ref' ? field.entity : undefined,
          codes: this.codesOf(field, current),
          ...(isState(field, current) && { stateGroups: current.stateGroups }),
        })
        return after.length === 0 ? value : this.partOf(value.node, segment, after)
      }
      const next = this.environment.entities(field.entity ?? '')
      if (!next) return this.name(scope, path, 'unknown') // the field itself is invalid and was already reported
      if (path.length > maxReferences) {
        this.report({
          code: 'rule-name',
          message: `A path steps through at most ${maxReferences} references.`,
          start: this.first.start,
          end: segment.end,
        })
        return this.name(scope, path, 'unknown')
      }
      current = next
    }
    return this.name(scope, path, 'record', { entity: current.entity })
  }

  private unknownIn({ fields, states, entity, snapshots }: Shape, segment: Segment, part?: Segment): TypedNode {
    const parts = ownSnapshot(snapshots, segment.name)
    if (parts === undefined) return this.unknown(segment, Object.keys(fields), states, entity)
    if (part !== undefined) return this.noPart(segment, part, didYouMean(part.name, parts) ?? oneOf(parts))
    const { name, start, end } = segment
    const hint = oneOf(parts.map((value) => `${name}.${value}`))
    this.report({ code: 'rule-name', message: `"${name}" alone is no value.`, start, end, hint })
    return this.nothing()
  }

  private input(fields: Readonly<Record<string, ShapeField>>): TypedNode {
    return this.rest.length
      ? this.step({ entity: 'input', fields, states: [] }, 'input', this.rest)
      : this.incomplete(Object.keys(fields))
  }

  /** What follows a value that is no record: the part of an address, or an error. */
  private partOf(value: RuleNode, segment: Segment, after: readonly Segment[]): TypedNode {
    const part = after[0]!
    if (value.type !== 'address' || after.length > 1)
      return this.noPart(
        segment,
        part,
        value.type === 'lines'
          ? [
              'A rule reads lines only with size(…); declare an aggregate over the lines of this record.',
              'Lines of other records are counted by an aggregate too, as `order.lines`.',
            ].join(' ')
          : this.functionInstead(value.type, segment, part),
      )
    const partType = own(addressParts, part.name)
    if (!partType) return this.unknown(part, Object.keys(addressParts))
    return {
      node: { kind: 'index', type: partType, of: value, key: { kind: 'literal', type: 'text', value: part.name } },
      start: this.first.start,
      end: this.last.end,
    }
  }

  private codesOf(field: ShapeField, shape: Shape): readonly string[] | undefined {
    if (isState(field, shape)) return shape.states
    return field.type === 'choice' && field.dictionary !== undefined
      ? this.environment.dictionaries(field.dictionary)
      : undefined
  }

  private setting(): TypedNode {
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

  private among(scope: NameScope, types: Readonly<Record<string, ValueType>>): TypedNode {
    const name = this.rest[0]
    if (!name) return this.incomplete(Object.keys(types))
    const type = own(types, name.name)
    if (!type) return this.unknown(name, Object.keys(types))
    return this.rest[1] ? this.noPart(name, this.rest[1]) : this.name(scope, [name.name], type)
  }

  private leaf(
    scope: NameScope,
    path: readonly Segment[],
    type: ValueType,
    knowledge: Partial<TypedNode> = {},
  ): TypedNode {
    return this.rest[0]
      ? this.noPart(this.first, this.rest[0])
      : this.name(
          scope,
          path.map((segment) => segment.name),
          type,
          knowledge,
        )
  }

  private name(
    scope: NameScope,
    path: readonly string[],
    type: ValueType,
    knowledge: Partial<TypedNode> = {},
  ): TypedNode {
    return {
      ...knowledge,
      node: { kind: 'name', type, scope, path: [...path] },
      start: this.first.start,
      end: this.last.end,
    }
  }
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function settingKnowledge(setting: Setting): Partial<TypedNode> {
  if (setting.type === 'table') return { element: 'number' }
  if (setting.type === 'list') return { element: 'text', values: setting.value as readonly string[] }
  return {}
}

function isState({ name }: ShapeField, { states }: Shape): boolean {
  return name === 'state' && states.length > 0
}

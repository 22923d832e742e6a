// Describes names in rules, and reports their problems, each with a suggestion.
import type { RuleNode, ValueType } from '../model/rule'
import type { RuleEnvironment, StateGroups } from './environment'
import type { RuleProblem } from '../problems/expressionProblem'
import { functionFor, scopeFor } from '../language/formerNames'
import { didYouMean, oneOf } from '../problems/suggest'
import { signatureOf } from './functions'

/** A node with details beyond its type. */
export interface TypedNode {
  readonly node: RuleNode
  readonly start: number
  readonly end: number
  /** type record: its entity. */
  readonly entity?: string
  /** type text: the only values it can have. */
  readonly codes?: readonly string[]
  /** A state: the groups of states of its entity. */
  readonly stateGroups?: StateGroups
  /** type list or table: the type of its items. */
  readonly element?: ValueType
  /** type list: its values, when they are known. */
  readonly values?: readonly string[]
}

export type ProblemReporter = (problem: RuleProblem) => void

export interface Segment {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A dotted path in a rule, with its possible problems. */
export class NameProblems {
  protected readonly first: Segment
  protected readonly last: Segment
  protected readonly rest: readonly Segment[]

  constructor(
    segments: readonly Segment[],
    protected readonly environment: RuleEnvironment,
    protected readonly report: ProblemReporter,
  ) {
    this.first = segments[0]!
    this.last = segments[segments.length - 1]!
    this.rest = segments.slice(1)
  }

  protected nothing(): TypedNode {
    return { node: { kind: 'literal', type: 'unknown', value: null }, start: this.first.start, end: this.last.end }
  }

  protected unknown(
    segment: Segment,
    candidates: readonly string[],
    states: readonly string[] = [],
    entity?: string,
  ): TypedNode {
    const quoted = states.includes(segment.name) ? `A state is written in quotes: '${segment.name}'.` : undefined
    const hint =
      quoted ??
      (entity === 'input' && segment.name === 'note'
        ? 'A transition has a remark with `"note": "required"` or `"optional"`.'
        : undefined) ??
      (entity === undefined ? this.elsewhere(segment) : undefined) ??
      didYouMean(segment.name, candidates) ??
      (candidates.length ? `${oneOf(candidates)}${this.asText(segment)}` : undefined)
    const message =
      entity === undefined ? `There is no name "${segment.name}" here.` : `${entity} has no field "${segment.name}".`
    this.report({
      code: 'rule-name',
      message,
      start: segment.start,
      end: segment.end,
      missing: `${entity ?? this.environment.record?.entity ?? ''}.${segment.name}`,
      ...(hint === undefined ? {} : { hint }),
    })
    return this.nothing()
  }

  /** The same name where it exists: in another scope, or in a scope of a former name. */
  private elsewhere({ name }: Segment): string | undefined {
    const { vars, input, settings, record } = this.environment
    const renamed = scopeFor(name)
    if (renamed !== undefined) return `Write \`${[renamed, ...this.rest.map((part) => part.name)].join('.')}\`.`
    if (name === 'period') return 'A report whose `period` is month, quarter or year has `period.from` and `period.to`.'
    if (name === 'this' && record !== undefined)
      return this.rest[0] === undefined
        ? 'The record is named by its fields here; the record itself is `id`.'
        : `Write \`${this.rest.map((part) => part.name).join('.')}\`: a bare name is a field of the record here.`
    const scopes = { vars, input, settings }
    const [scope] = Object.entries(scopes).find(([, names]) => names !== undefined && Object.hasOwn(names, name)) ?? []
    return scope === undefined ? undefined : `Did you mean "${scope}.${name}"?`
  }

  /** A constant without quotes reads as a name. */
  private asText(segment: Segment): string {
    return segment === this.first && this.rest.length === 0 ? ` A text is written in quotes: '${segment.name}'.` : ''
  }

  protected noPart(segment: Segment, part: Segment, hint?: string): TypedNode {
    this.report({
      code: 'rule-name',
      message: `"${segment.name}" has no part "${part.name}".`,
      start: part.start,
      end: part.end,
      ...(hint === undefined ? {} : { hint }),
    })
    return this.nothing()
  }

  /** Parts of plain values come from functions: `month(day)` instead of `day.month`. */
  protected functionInstead(type: ValueType, segment: Segment, part: Segment): string | undefined {
    const names = [this.first, ...this.rest].map(({ name }) => name)
    const path = names.slice(0, [this.first, ...this.rest].indexOf(segment) + 1).join('.')
    const takes = (name: string): boolean => signatureOf(name)?.takes[0]?.includes(type) === true
    const name = functionFor(part.name) ?? part.name
    if (takes(name) && signatureOf(name)?.least === 1) return `Write \`${name}(${path})\`.`
    return takes('month')
      ? `A day has no parts: \`month(${path})\` gives 'yyyy-MM', \`weekday(${path})\` 1 to 7.`
      : undefined
  }

  protected incomplete(candidates: readonly string[]): TypedNode {
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

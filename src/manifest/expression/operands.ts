// Checks that the operands of an operator have matching types.
// Collects problems with their positions, so that one rule shows all of them at once.
import { valueTypes } from './values/valueTypes'
import type { BinaryOperator, RuleNode, ValueType } from '../model/rule'
import type { RuleEnvironment, StateGroups } from './environment'
import type { Segment, TypedNode } from './nameProblems'
import type { Tree } from './parse'
import type { RuleProblem, RuleProblemCode } from '../problems/expressionProblem'
import { resolveName } from './names'
import { didYouMean, oneOf } from '../problems/suggest'

interface Span {
  readonly start: number
  readonly end: number
}

/** Types whose values can be compared for equality. */
export const comparable: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'datetime', 'record']
const ordered: readonly ValueType[] = ['text', 'number', 'date', 'datetime']

export class Operands {
  readonly problems: RuleProblem[] = []

  constructor(
    protected readonly environment: RuleEnvironment,
    private readonly source: string,
  ) {}

  protected equality(tree: Tree, left: TypedNode, right: TypedNode): void {
    const types = [left.node.type, right.node.type]
    if (types.includes('unknown')) return
    if (types.every((type) => type === 'null')) return void this.problem('rule-type', tree, 'null is always null.')
    if (types.includes('null')) return
    if (types[0] !== types[1]) return void this.mismatch(tree, left, right)
    if (!comparable.includes(types[0]!))
      return void this.problem(
        'rule-type',
        tree,
        `Values of type ${types[0]} compare only with null.`,
        types[0] === 'files' || types[0] === 'lines' ? 'size(…) counts them.' : undefined,
      )
    this.sameEntity(tree, left, right)
    for (const side of [left, right])
      if (side.node.kind === 'literal' && side.node.value === '')
        this.problem('rule-type', side, 'No field keeps an empty text.', 'Compare with null.')
    this.literalCode(left, right)
    this.literalCode(right, left)
  }

  protected order(op: BinaryOperator, tree: Tree, left: TypedNode, right: TypedNode): void {
    const types = [left.node.type, right.node.type]
    if (types.includes('unknown')) return
    if (types[0] !== types[1]) return void this.mismatch(tree, left, right)
    if (!ordered.includes(types[0]!))
      this.problem('rule-type', tree, `${op} does not compare values of type ${types[0]}.`)
  }

  protected membership(left: TypedNode, right: TypedNode): void {
    if (right.node.type === 'unknown' || left.node.type === 'unknown') return
    if (right.node.type !== 'list')
      return void this.problem(
        'rule-type',
        right,
        `in needs a list, but this is ${right.node.type}.`,
        right.node.type === 'text' ? "contains(text, 'part') looks for a part of a text." : undefined,
      )
    if (right.element === undefined || left.node.type === 'null') return
    if (right.element !== left.node.type)
      return void this.problem('rule-type', right, `A ${left.node.type} is never in a list of ${right.element}.`)
    if (right.node.kind === 'list')
      for (const item of this.itemsOf(right)) {
        this.literalCode(item, left)
        this.sameEntity(item, left, item)
      }
    else if (left.codes) for (const value of right.values ?? []) this.code(value, right, left.codes)
  }

  /** A list of states with each group of states in it replaced by its states. */
  protected ungrouped(list: TypedNode, { codes = [], stateGroups = {} }: TypedNode): TypedNode {
    const statesOf = ({ node }: TypedNode): readonly string[] | undefined => {
      const name = node.kind === 'literal' ? String(node.value) : ''
      return !codes.includes(name) && Object.hasOwn(stateGroups, name) ? stateGroups[name] : undefined
    }
    const written = this.itemsOf(list)
    if (!written.some(statesOf)) return list
    const states = new Set<unknown>()
    const all = written.flatMap((item) =>
      (statesOf(item) ?? [undefined]).map((value): TypedNode =>
        value === undefined ? item : { ...item, node: { kind: 'literal', type: 'text', value } },
      ),
    )
    const items = all.filter(
      ({ node }) => node.kind !== 'literal' || (!states.has(node.value) && states.add(node.value)),
    )
    const node: RuleNode = { kind: 'list', type: 'list', items: items.map((item) => item.node) }
    this.listItems.set(node, items)
    return { ...list, node }
  }

  protected readonly listItems = new WeakMap<RuleNode, readonly TypedNode[]>()
  protected itemsOf(list: TypedNode): readonly TypedNode[] {
    return this.listItems.get(list.node) ?? []
  }

  protected sum(tree: Tree, left: TypedNode, right: TypedNode): ValueType {
    const types = [left.node.type, right.node.type]
    if (types.includes('unknown')) return types.find((type) => type === 'text' || type === 'number') ?? 'unknown'
    if (types.every((type) => type === 'number')) return 'number'
    if (types.every((type) => type === 'text')) return 'text'
    const hint = types.includes('text')
      ? 'text(…) makes a text of a value.'
      : types.includes('date') || types.includes('datetime')
        ? 'addDays(day, number) gives a later day.'
        : undefined
    this.problem('rule-type', tree, `+ does not join ${types[0]} and ${types[1]}.`, hint)
    return 'unknown'
  }

  protected wanted(
    node: TypedNode,
    types: readonly ValueType[],
    by: string,
    { code = 'rule-type', hint }: { readonly code?: RuleProblemCode; readonly hint?: string } = {},
  ): TypedNode {
    const { type } = node.node
    if (type !== 'unknown' && !types.includes(type))
      this.problem(code, node, `${by} takes ${types.join(' or ')}, but this is ${type}.`, hint)
    return node
  }

  /** The one type of several values; null fits every type. */
  protected common(span: Span, values: readonly TypedNode[], message: string): ValueType {
    const types = new Set(values.map((value) => value.node.type))
    if (types.has('unknown')) return 'unknown'
    types.delete('null')
    if (types.size > 1) {
      this.problem('rule-type', span, `${message}: ${[...types].join(', ')}.`)
      return 'unknown'
    }
    return [...types][0] ?? 'null'
  }

  protected mismatch(span: Span, left: TypedNode, right: TypedNode): void {
    const types = [left.node.type, right.node.type]
    const days = types.includes('date') && types.includes('datetime')
    const hint = days
      ? 'date(…) gives the day of a moment.'
      : types.includes('null')
        ? 'Only == and != compare with null.'
        : types.includes('text') && types.includes('number')
          ? 'A text is written in quotes; number(…) and text(…) convert.'
          : this.recordMismatch(left, right)
    this.problem('rule-type', span, `${types[0]} and ${types[1]} cannot be compared.`, hint)
  }

  /** `me.id` or `guide.name` for `guide == me.name`, and `ref(47)` for a number. */
  private recordMismatch(left: TypedNode, right: TypedNode): string | undefined {
    const [record, other] = right.node.type === 'record' ? [right, left] : [left, right]
    if (record.node.type !== 'record') return undefined
    const source = this.source.slice(other.start, other.end)
    if (other.node.type === 'number') return `Write \`ref(${source})\`: the record of that id.`
    const names = other.node.kind === 'name' ? source.split('.') : []
    const [owner, last = ''] = [names.slice(0, -1), names.at(-1)]
    const written: string[] = []
    if (owner.length > 0 && this.namesRecord(owner, record.entity))
      written.push(`\`${owner.join('.')}.id\`, the record`)
    const field = this.environment.entities(record.entity ?? '')?.fields[last]
    if (record.node.kind === 'name' && field && valueTypes[field.type] === other.node.type) {
      const path = this.source.slice(record.start, record.end).replace(/(^|\.)id$/, '')
      written.push(`\`${path === '' ? last : `${path}.${last}`}\`, its value`)
    }
    return written.length > 0
      ? `Write ${written.join(', or ')}.`
      : 'A record is compared with a record; another value is compared with a field of it, after a point.'
  }

  private namesRecord(path: readonly string[], entity: string | undefined): boolean {
    const segments = path.map((name): Segment => ({ name, start: 0, end: 0 }))
    const reached = resolveName(segments, this.environment, () => undefined)
    return reached.node.type === 'record' && reached.entity === entity
  }

  protected sameEntity(span: Span, left: TypedNode, right: TypedNode): void {
    if (left.entity !== undefined && right.entity !== undefined && left.entity !== right.entity)
      this.problem('rule-type', span, `A record of ${left.entity} is never one of ${right.entity}.`)
  }

  protected literalCode(literal: TypedNode, coded: TypedNode): void {
    if (coded.codes && literal.node.kind === 'literal' && literal.node.type === 'text')
      this.code(String(literal.node.value), literal, coded.codes, coded.stateGroups)
  }

  protected code(value: string, span: Span, codes: readonly string[], groups: StateGroups = {}): void {
    // A dictionary without codes could not be read, which was already reported.
    if (codes.length > 0 && !codes.includes(value))
      this.problemAt(span, {
        code: 'rule-code',
        message: `There is no code ${JSON.stringify(value)}.`,
        hint: Object.hasOwn(groups, value)
          ? `It is a group of states: state in ['${value}'].`
          : (didYouMean(value, [...codes, ...Object.keys(groups)]) ?? oneOf(codes)),
        literal: { value, among: codes },
      })
  }

  protected problem(code: RuleProblemCode, span: Span, message: string, hint?: string): void {
    this.problemAt(span, { code, message, ...(hint === undefined ? {} : { hint }) })
  }

  protected problemAt(span: Span, problem: Omit<RuleProblem, 'start' | 'end'>): void {
    const end = Math.min(Math.max(span.end, span.start + 1), this.source.length)
    this.problems.push({ ...problem, start: span.start, end })
  }

  protected refused(code: RuleProblemCode, span: Span, message: string, hint?: string): TypedNode {
    this.problem(code, span, message, hint)
    return this.nothing(span)
  }

  protected nothing(span: Span): TypedNode {
    return { node: { kind: 'literal', type: 'unknown', value: null }, start: span.start, end: span.end }
  }

  protected typed(span: Span, node: RuleNode): TypedNode {
    return { node, start: span.start, end: span.end }
  }
}

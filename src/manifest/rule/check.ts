// Does a rule make sense at its place? Text -> resolved, typed tree, or all its problems. Nothing is converted silently: a text is never a number.
import type { BinaryOperator, FunctionName, NameScope, Rule, RuleNode, ValueType } from '../app'
import type { RuleEnvironment, RuleTarget } from './environment'
import { signatureOf, signatures } from './functions'
import { resolveName, segmentsOf, type Typed } from './names'
import { parseRule, type RuleProblem, type RuleProblemCode, type Tree } from './parse'
import { didYouMean, oneOf } from './suggest'

export type { RuleEnvironment, RuleTarget, Shape, ShapeField } from './environment'
export type { RuleProblem, RuleProblemCode } from './parse'

/**
 * Compiles one rule. There is a rule exactly when there are no problems. `expected`: the type or types that the place takes (a rule that is just
 * null fits wherever a condition is not wanted); `target`: which codes or which entity's record it takes.
 */
export function compileRule(
  source: string,
  environment: RuleEnvironment,
  expected?: ValueType | readonly ValueType[],
  target: RuleTarget = {},
): { readonly rule?: Rule; readonly problems: RuleProblem[] } {
  const parsed = parseRule(source)
  if ('problem' in parsed) return { problems: [parsed.problem] }
  const checker = new Checker(environment, source)
  const result = checker.check(parsed.tree)
  checker.result(
    result,
    expected === undefined ? undefined : typeof expected === 'string' ? [expected] : expected,
    target,
  )
  if (checker.problems.length > 0) return { problems: checker.problems }
  return {
    rule: { source, node: result.node, type: result.node.type, reads: pathsRead(result.node, 'record') },
    problems: [],
  }
}

/** The distinct paths of a scope that a tree reads, joined by dots, in order of appearance; the record itself is `id`. */
export function pathsRead(node: RuleNode, scope: NameScope): string[] {
  const found = new Set<string>()
  visit(node, (at) => {
    if (at.kind === 'name' && at.scope === scope) found.add(at.path.join('.') || 'id')
  })
  return [...found]
}

/** Calls `see` for every node of a tree, a parent before its children. */
export function visit(node: RuleNode, see: (node: RuleNode) => void): void {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}

/** The parts of a condition that must all hold. */
export function conjuncts(node: RuleNode): readonly RuleNode[] {
  return node.kind === 'binary' && node.op === '&&' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node]
}

function childrenOf(node: RuleNode): readonly RuleNode[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'not':
    case 'negate':
      return [node.of]
    case 'binary':
      return [node.left, node.right]
    case 'choose':
      return [node.test, node.yes, node.no]
    case 'list':
      return node.items
    case 'index':
      return [node.of, node.key]
    case 'call':
      return node.args
  }
}

const comparable: readonly ValueType[] = ['text', 'number', 'boolean', 'date', 'datetime', 'record']
const ordered: readonly ValueType[] = ['text', 'number', 'date', 'datetime']

class Checker {
  readonly problems: RuleProblem[] = []

  constructor(
    private readonly environment: RuleEnvironment,
    private readonly source: string,
  ) {}

  check(tree: Tree): Typed {
    switch (tree.kind) {
      case 'literal':
        return this.typed(tree, { kind: 'literal', type: tree.type, value: tree.value })
      case 'name':
      case 'member':
        return this.name(tree)
      case 'not':
        return this.typed(tree, { kind: 'not', type: 'boolean', of: this.condition(tree.of) })
      case 'negate':
        return this.typed(tree, {
          kind: 'negate',
          type: 'number',
          of: this.wanted(this.check(tree.of), ['number'], 'The minus sign').node,
        })
      case 'binary':
        return this.binary(tree)
      case 'choose':
        return this.choose(tree)
      case 'list':
        return this.list(tree)
      case 'index':
        return this.index(tree)
      case 'call':
        return this.call(tree)
    }
  }

  /** The last check: what the place of the rule takes. */
  result(of: Typed, expected: readonly ValueType[] | undefined, target: RuleTarget): void {
    const { type } = of.node
    if (type === 'unknown') return
    const fits = !expected || expected.includes(type) || (type === 'null' && expected.some((one) => one !== 'boolean'))
    if (!fits) {
      const hint =
        expected.includes('date') && type === 'datetime'
          ? 'date(…) gives the day of a moment.'
          : expected.includes('text')
            ? 'text(…) makes a text of a value.'
            : undefined
      this.problem('rule-result', of, `This place takes ${expected.join(' or ')}, the rule gives ${type}.`, hint)
    }
    if (target.entity !== undefined && of.entity !== undefined && of.entity !== target.entity)
      this.problem(
        'rule-result',
        of,
        `This place takes a record of ${target.entity}, the rule gives one of ${of.entity}.`,
      )
    if (target.codes) this.literalResults(of.node, of, target.codes)
  }

  private literalResults(node: RuleNode, at: Typed, codes: readonly string[]): void {
    if (node.kind === 'choose') for (const branch of [node.yes, node.no]) this.literalResults(branch, at, codes)
    else if (node.kind === 'call' && node.name === 'coalesce')
      for (const arg of node.args) this.literalResults(arg, at, codes)
    else if (node.kind === 'literal' && typeof node.value === 'string' && node.type === 'text')
      this.code(node.value, at, codes)
  }

  private name(tree: Tree & { kind: 'name' | 'member' }): Typed {
    const segments = segmentsOf(tree)
    if (segments) return resolveName(segments, this.environment, (problem) => this.problems.push(problem))
    if (tree.kind === 'member') this.check(tree.of)
    return this.refused('rule-syntax', tree, 'Only names have parts.', 'A path such as author.name begins with a name.')
  }

  private binary(tree: Tree & { kind: 'binary' }): Typed {
    const { op } = tree
    if (op === '&&' || op === '||')
      return this.typed(tree, {
        kind: 'binary',
        type: 'boolean',
        op,
        left: this.condition(tree.left),
        right: this.condition(tree.right),
      })
    const [left, right] = [this.check(tree.left), this.check(tree.right)]
    const type = this.operation(op, tree, left, right)
    return this.typed(tree, { kind: 'binary', type, op, left: left.node, right: right.node })
  }

  private operation(op: BinaryOperator, tree: Tree, left: Typed, right: Typed): ValueType {
    switch (op) {
      case '==':
      case '!=':
        this.equality(tree, left, right)
        return 'boolean'
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.order(op, tree, left, right)
        return 'boolean'
      case 'in':
        this.membership(left, right)
        return 'boolean'
      case '+':
        return this.sum(tree, left, right)
      default:
        for (const side of [left, right]) this.wanted(side, ['number'], op)
        return 'number'
    }
  }

  private equality(tree: Tree, left: Typed, right: Typed): void {
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

  private order(op: BinaryOperator, tree: Tree, left: Typed, right: Typed): void {
    const types = [left.node.type, right.node.type]
    if (types.includes('unknown')) return
    if (types[0] !== types[1]) return void this.mismatch(tree, left, right)
    if (!ordered.includes(types[0]!))
      this.problem('rule-type', tree, `${op} does not compare values of type ${types[0]}.`)
  }

  private membership(left: Typed, right: Typed): void {
    if (right.node.type === 'unknown' || left.node.type === 'unknown') return
    if (right.node.type !== 'list')
      return void this.problem(
        'rule-type',
        right,
        `in needs a list, this is ${right.node.type}.`,
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

  private readonly listItems = new WeakMap<RuleNode, readonly Typed[]>()
  private itemsOf(list: Typed): readonly Typed[] {
    return this.listItems.get(list.node) ?? []
  }

  private sum(tree: Tree, left: Typed, right: Typed): ValueType {
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

  private choose(tree: Tree & { kind: 'choose' }): Typed {
    const test = this.condition(tree.test)
    const [yes, no] = [this.check(tree.yes), this.check(tree.no)]
    const type = this.common(tree, [yes, no], 'Both results must have one type')
    const entity = yes.entity === no.entity ? yes.entity : undefined
    return { ...this.typed(tree, { kind: 'choose', type, test, yes: yes.node, no: no.node }), entity }
  }

  private list(tree: Tree & { kind: 'list' }): Typed {
    const items = tree.items.map((item) => this.check(item))
    const element = this.common(tree, items, 'All items of a list have one type')
    const inList = element === 'null' || element === 'unknown' ? undefined : element
    if (inList && !comparable.includes(inList)) this.problem('rule-type', tree, `A list cannot hold ${inList}.`)
    const node: RuleNode = { kind: 'list', type: 'list', items: items.map((item) => item.node) }
    this.listItems.set(node, items)
    return { ...this.typed(tree, node), ...(inList ? { element: inList } : {}) }
  }

  private index(tree: Tree & { kind: 'index' }): Typed {
    const [of, key] = [this.check(tree.of), this.check(tree.key)]
    if (of.node.type === 'unknown') return this.nothing(tree)
    if (of.node.type !== 'table' || of.node.kind !== 'name')
      return this.refused('rule-type', tree, 'Only a table has keys.', 'settings.table[key]')
    this.wanted(key, ['text'], 'A key')
    const setting = of.node.scope === 'settings' ? this.environment.settings[of.node.path[0]!] : undefined
    if (key.node.kind === 'literal' && typeof key.node.value === 'string' && setting)
      this.code(key.node.value, key, Object.keys(setting.value))
    return this.typed(tree, { kind: 'index', type: 'number', of: of.node, key: key.node })
  }

  private call(tree: Tree & { kind: 'call' }): Typed {
    const args = tree.args.map((arg) => this.check(arg))
    const signature = signatureOf(tree.name)
    if (!signature)
      return this.refused(
        'rule-function',
        { start: tree.start, end: tree.start + tree.name.length },
        `There is no function ${tree.name}.`,
        didYouMean(tree.name, Object.keys(signatures)) ?? oneOf(Object.keys(signatures)),
      )
    const name = tree.name as FunctionName
    if (args.length < signature.least || args.length > signature.most)
      return this.refused(
        'rule-arguments',
        tree,
        `${name} takes ${signature.least === signature.most ? signature.least : `${signature.least} to ${signature.most}`} arguments, ${args.length} given.`,
        signature.written,
      )
    for (const [at, arg] of args.entries())
      this.argument(
        arg,
        signature.takes[Math.min(at, signature.takes.length - 1)] ?? [],
        name,
        signature.alike === true,
      )
    if (name === 'round' && args[1]) this.digits(args[1])
    if (name === 'holds' || (name === 'granted' && args[0]!.node.kind === 'literal')) this.permission(args[0]!)
    const shared = signature.alike
      ? this.common(tree, args, `All arguments of ${name} have one type`)
      : args[0]?.node.type
    const type = signature.gives === 'first' ? (shared ?? 'unknown') : signature.gives
    const entity = args.every((arg) => arg.entity === args[0]!.entity) ? args[0]?.entity : undefined
    return {
      ...this.typed(tree, { kind: 'call', type, name, args: args.map((arg) => arg.node) }),
      ...(type === 'record' ? { entity } : {}),
    }
  }

  private argument(arg: Typed, types: readonly ValueType[], name: string, nullable: boolean): void {
    if (nullable && arg.node.type === 'null') return
    this.wanted(arg, types, name, 'rule-arguments')
  }

  private digits(arg: Typed): void {
    const { node } = arg
    if (node.type === 'unknown') return
    if (node.kind !== 'literal' || !/^([0-9]|1[0-2])$/.test(String(node.value)))
      this.problem('rule-arguments', arg, 'The digits are a whole number from 0 to 12, written out.')
  }

  private permission(arg: Typed): void {
    const { node } = arg
    if (node.kind !== 'literal' || node.type !== 'text')
      return void (
        node.type === 'text' &&
        this.problem('rule-arguments', arg, 'holds takes a permission code written out.', "holds('code')")
      )
    const codes = [...this.environment.codes]
    if (!codes.includes(String(node.value)))
      this.problem(
        'rule-permission',
        arg,
        `There is no permission code ${JSON.stringify(node.value)}.`,
        didYouMean(String(node.value), codes),
      )
  }

  private condition(tree: Tree): RuleNode {
    const typed = this.check(tree)
    return this.wanted(
      typed,
      ['boolean'],
      'A condition',
      'rule-type',
      typed.node.type === 'record' || typed.node.type === 'text' ? 'Compare it: x != null' : undefined,
    ).node
  }

  private wanted(
    of: Typed,
    types: readonly ValueType[],
    by: string,
    code: RuleProblemCode = 'rule-type',
    hint?: string,
  ): Typed {
    const { type } = of.node
    if (type !== 'unknown' && !types.includes(type))
      this.problem(code, of, `${by} takes ${types.join(' or ')}, this is ${type}.`, hint)
    return of
  }

  /** The one type of several values, null going with every type. */
  private common(at: { start: number; end: number }, values: readonly Typed[], message: string): ValueType {
    const types = new Set(values.map((value) => value.node.type))
    if (types.has('unknown')) return 'unknown'
    types.delete('null')
    if (types.size > 1) {
      this.problem('rule-type', at, `${message}: ${[...types].join(', ')}.`)
      return 'unknown'
    }
    return [...types][0] ?? 'null'
  }

  private mismatch(at: { start: number; end: number }, left: Typed, right: Typed): void {
    const types = [left.node.type, right.node.type]
    const days = types.includes('date') && types.includes('datetime')
    const hint = days
      ? 'date(…) gives the day of a moment.'
      : types.includes('null')
        ? 'Only == and != compare with null.'
        : types.includes('text') && types.includes('number')
          ? 'A text is written in quotes; number(…) and text(…) convert.'
          : undefined
    this.problem('rule-type', at, `${types[0]} and ${types[1]} cannot be compared.`, hint)
  }

  private sameEntity(at: { start: number; end: number }, left: Typed, right: Typed): void {
    if (left.entity !== undefined && right.entity !== undefined && left.entity !== right.entity)
      this.problem('rule-type', at, `A record of ${left.entity} is never one of ${right.entity}.`)
  }

  private literalCode(literal: Typed, coded: Typed): void {
    if (coded.codes && literal.node.kind === 'literal' && literal.node.type === 'text')
      this.code(String(literal.node.value), literal, coded.codes)
  }

  private code(value: string, at: { start: number; end: number }, codes: readonly string[]): void {
    if (!codes.includes(value))
      this.problem(
        'rule-code',
        at,
        `There is no code ${JSON.stringify(value)}.`,
        didYouMean(value, codes) ?? oneOf(codes),
      )
  }

  private problem(code: RuleProblemCode, at: { start: number; end: number }, message: string, hint?: string): void {
    const end = Math.min(Math.max(at.end, at.start + 1), this.source.length)
    this.problems.push({ code, message, start: at.start, end, ...(hint === undefined ? {} : { hint }) })
  }

  private refused(code: RuleProblemCode, at: { start: number; end: number }, message: string, hint?: string): Typed {
    this.problem(code, at, message, hint)
    return this.nothing(at)
  }

  private nothing(at: { start: number; end: number }): Typed {
    return { node: { kind: 'literal', type: 'unknown', value: null }, start: at.start, end: at.end }
  }

  private typed(at: { start: number; end: number }, node: RuleNode): Typed {
    return { node, start: at.start, end: at.end }
  }
}

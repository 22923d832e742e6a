// Compiles the text of a rule into a resolved, typed tree, or into all its problems.
// Nothing is converted silently: a text is never a number.
import { firstItem } from './values/present'
import type { BinaryOperator, FunctionName, Rule, RuleNode, ValueType } from '../model/rule'
import { pathsRead, writeNode } from './analyze'
import type { RuleEnvironment, RuleTarget } from './environment'
import { expandRule, newExpansion, usesRule, type Expansion, type TextCheck } from './expandRule'
import { signatureOf, signatures } from './functions'
import { resolveName, segmentsOf } from './names'
import { type TypedNode } from './nameProblems'
import { comparable, Operands } from './operands'
import { parseRule, type Tree } from './parse'
import type { RuleProblem } from '../problems/expressionProblem'
import { functionFor, writeInstead } from '../language/formerNames'
import { counted } from '../problems/counted'
import { didYouMean, nearestFew, oneOf } from '../problems/suggest'
import { hintForResult } from './values/resultHint'

/**
 * Compiles one rule. A rule is returned exactly when there are no problems. `expected`: the type or types that the
 * location accepts (a rule that is just null fits wherever no condition is expected); `target`: the codes or the entity
 * of the record that it accepts.
 */
export function compileRule(
  source: string,
  environment: RuleEnvironment,
  expected?: ValueType | readonly ValueType[],
  target: RuleTarget = {},
): { readonly rule?: Rule; readonly problems: RuleProblem[] } {
  const parsed = parseRule(source)
  if ('problem' in parsed) return { problems: [parsed.problem] }
  const expansion = newExpansion()
  const { left } = expansion.budget
  const checker = new Checker(environment, source, expansion)
  const result = checker.check(parsed.tree)
  checker.result(
    result,
    expected === undefined ? undefined : typeof expected === 'string' ? [expected] : expected,
    target,
  )
  if (checker.problems.length > 0) return { problems: checker.problems }
  const { node } = result
  // Replace named rules and groups of states in the text too: in another entity they mean something else.
  const { budget } = expansion
  const written = budget.left < left || budget.isGrouped ? writeNode(node) : source
  return { rule: { source: written, node, type: node.type, readPaths: pathsRead(node, 'record') }, problems: [] }
}

/** The text of a named rule, seen from where it is used. */
const checkText: TextCheck = (tree, source, environment, expansion) => {
  const checker = new Checker(environment, source, expansion)
  return { typed: checker.check(tree), problems: checker.problems }
}

/** What other languages call a span of time, which is a plain number here. */
const spanWords = new Set(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years', 'interval', 'duration'])

class Checker extends Operands {
  constructor(
    environment: RuleEnvironment,
    source: string,
    private readonly expansion: Expansion,
  ) {
    super(environment, source)
  }

  check(tree: Tree): TypedNode {
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

  /** Checks the result against what the location of the rule accepts. */
  result(node: TypedNode, expected: readonly ValueType[] | undefined, target: RuleTarget): void {
    const { type } = node.node
    if (type === 'unknown') return
    const fits =
      !expected || expected.includes(type) || (type === 'null' && expected.some((valueType) => valueType !== 'boolean'))
    if (!fits) {
      const message = `This place takes ${expected.join(' or ')}, the rule gives ${type}.`
      this.problem('rule-result', node, message, hintForResult(node.node, expected))
    }
    if (target.entity !== undefined && node.entity !== undefined && node.entity !== target.entity)
      this.problem(
        'rule-result',
        node,
        `This place takes a record of ${target.entity}, the rule gives one of ${node.entity}.`,
      )
    if (target.codes) this.literalResults(node.node, node, target.codes)
  }

  private literalResults(node: RuleNode, range: TypedNode, codes: readonly string[]): void {
    if (node.kind === 'choose') for (const branch of [node.yes, node.no]) this.literalResults(branch, range, codes)
    else if (node.kind === 'call' && node.name === 'coalesce')
      for (const arg of node.args) this.literalResults(arg, range, codes)
    else if (node.kind === 'literal' && typeof node.value === 'string' && node.type === 'text')
      this.code(node.value, range, codes)
  }

  private name(tree: Tree & { kind: 'name' | 'member' }): TypedNode {
    const segments = segmentsOf(tree)
    const { environment, expansion } = this
    const report = (problem: RuleProblem): unknown => this.problems.push(problem)
    if (segments && usesRule(segments, environment))
      return expandRule({ segments, environment, expansion, report }, checkText)
    if (segments) return resolveName(segments, environment, report)
    if (tree.kind === 'member') this.check(tree.of)
    return this.refused('rule-syntax', tree, 'Only names have parts.', 'A path such as author.name begins with a name.')
  }

  private binary(tree: Tree & { kind: 'binary' }): TypedNode {
    const { op } = tree
    if (op === '&&' || op === '||')
      return this.typed(tree, {
        kind: 'binary',
        type: 'boolean',
        op,
        ...this.operands(tree, this.condition(tree.left), this.condition(tree.right)),
      })
    const left = this.check(tree.left)
    const written = this.check(tree.right)
    const right = op === 'in' ? this.ungrouped(written, left) : written
    if (right !== written) this.expansion.budget.isGrouped = true
    const type = this.operation(op, tree, left, right)
    return this.typed(tree, { kind: 'binary', type, op, ...this.operands(tree, left.node, right.node) })
  }

  /** A named rule joins a chain of `&&`, `||` or `+` as if it were written out: `a && rule.bc` is `a && b && c`. */
  private operands({ op, right: written }: Tree & { kind: 'binary' }, left: RuleNode, right: RuleNode): Operation {
    const named = written.kind === 'name' || written.kind === 'member'
    if (!named || !['&&', '||', '+'].includes(op)) return { left, right }
    return joined(op, left, right)
  }

  private operation(op: BinaryOperator, tree: Tree, left: TypedNode, right: TypedNode): ValueType {
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

  private choose(tree: Tree & { kind: 'choose' }): TypedNode {
    const test = this.condition(tree.test)
    const [yes, no] = [this.check(tree.yes), this.check(tree.no)]
    const type = this.common(tree, [yes, no], 'Both results must have one type')
    const entity = yes.entity === no.entity ? yes.entity : undefined
    return { ...this.typed(tree, { kind: 'choose', type, test, yes: yes.node, no: no.node }), entity }
  }

  private list(tree: Tree & { kind: 'list' }): TypedNode {
    const items = tree.items.map((item) => this.check(item))
    const element = this.common(tree, items, 'All items of a list have one type')
    const inList = element === 'null' || element === 'unknown' ? undefined : element
    if (inList && !comparable.includes(inList)) this.problem('rule-type', tree, `A list cannot hold ${inList}.`)
    const node: RuleNode = { kind: 'list', type: 'list', items: items.map((item) => item.node) }
    this.listItems.set(node, items)
    return { ...this.typed(tree, node), ...(inList ? { element: inList } : {}) }
  }

  private index(tree: Tree & { kind: 'index' }): TypedNode {
    const [node, key] = [this.check(tree.of), this.check(tree.key)]
    if (node.node.type === 'unknown') return this.nothing(tree)
    if (node.node.type !== 'table' || node.node.kind !== 'name')
      return this.refused('rule-type', tree, 'Only a table has keys.', 'settings.table[key]')
    this.wanted(key, ['text'], 'A key')
    const setting = node.node.scope === 'settings' ? this.environment.settings[node.node.path[0] ?? ''] : undefined
    if (key.node.kind === 'literal' && typeof key.node.value === 'string' && setting)
      this.code(key.node.value, key, Object.keys(setting.value))
    return this.typed(tree, { kind: 'index', type: 'number', of: node.node, key: key.node })
  }

  private call(tree: Tree & { kind: 'call' }): TypedNode {
    const args = tree.args.map((arg) => this.check(arg))
    const signature = signatureOf(tree.name)
    if (!signature) return this.unknownFunction(tree)
    const name = tree.name as FunctionName
    const { least, most, written } = signature
    if (args.length < least || args.length > most) {
      const count = least === most ? counted(least, 'argument') : `${least} to ${most} arguments`
      const message = `${name} takes ${count}, ${args.length} given.`
      return this.refused('rule-arguments', tree, message, written)
    }
    for (const [index, arg] of args.entries())
      this.argument(
        arg,
        signature.takes[Math.min(index, signature.takes.length - 1)] ?? [],
        name,
        signature.alike === true,
      )
    if (name === 'round' && args[1]) this.digits(args[1])
    if (name === 'hasPermission' || (name === 'roleGrants' && firstItem(args).node.kind === 'literal'))
      this.permission(args[0]!, name)
    const shared = signature.alike
      ? this.common(tree, args, `All arguments of ${name} have one type`)
      : args[0]?.node.type
    const type = signature.gives === 'first' ? (shared ?? 'unknown') : signature.gives
    const entity = args.every((arg) => arg.entity === firstItem(args).entity) ? args[0]?.entity : undefined
    return {
      ...this.typed(tree, { kind: 'call', type, name, args: args.map((arg) => arg.node) }),
      ...(type === 'record' ? { entity } : {}),
    }
  }

  private unknownFunction({ name, start }: Tree & { kind: 'call' }): TypedNode {
    const formerName = functionFor(name)
    const hint = spanWords.has(name.toLowerCase())
      ? 'A span of time is a number of days: addDays(now(), -1) is a day ago.'
      : didYouMean(name, Object.keys(signatures))
    return this.refused(
      'rule-function',
      { start, end: start + name.length },
      `There is no function ${name}.`,
      writeInstead(formerName === undefined ? [] : [formerName]) ?? hint ?? oneOf(Object.keys(signatures)),
    )
  }

  private argument(arg: TypedNode, types: readonly ValueType[], name: string, nullable: boolean): void {
    if (nullable && arg.node.type === 'null') return
    this.wanted(arg, types, name, { code: 'rule-arguments' })
  }

  private digits(arg: TypedNode): void {
    const { node } = arg
    if (node.type === 'unknown') return
    if (node.kind !== 'literal' || !/^([0-9]|1[0-2])$/.test(String(node.value)))
      this.problem('rule-arguments', arg, 'The digits are a whole number from 0 to 12, written out.')
  }

  private permission(arg: TypedNode, name: FunctionName): void {
    const { node } = arg
    if (node.kind !== 'literal' || node.type !== 'text')
      return void (
        node.type === 'text' &&
        this.problem('rule-arguments', arg, `${name} takes a permission code written out.`, `${name}('code')`)
      )
    const codes = [...this.environment.codes]
    const value = String(node.value)
    if (codes.includes(value)) return
    const hint = nearestFew(value, codes, 'codes')
    this.problemAt(arg, {
      code: 'rule-permission',
      message: `There is no permission code ${JSON.stringify(node.value)}.`,
      ...(hint !== undefined && { hint }),
      literal: { value, among: codes },
    })
  }

  private condition(tree: Tree): RuleNode {
    const typed = this.check(tree)
    const comparable = typed.node.type === 'record' || typed.node.type === 'text'
    return this.wanted(typed, ['boolean'], 'A condition', comparable ? { hint: 'Compare it: x != null' } : {}).node
  }
}

type Operation = Pick<RuleNode & { kind: 'binary' }, 'left' | 'right'>

function joined(op: BinaryOperator, left: RuleNode, right: RuleNode): Operation {
  if (right.kind !== 'binary' || right.op !== op) return { left, right }
  return { left: { ...right, ...joined(op, left, right.left) }, right: right.right }
}

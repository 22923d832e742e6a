// Evaluates rules. Defines the meaning of every operator; functions.ts defines the functions.
// The SQL made of the same tree must agree with it.
/*
 * Values: null is an unknown value. A condition that is null counts as false. An empty text is read as null.
 *
 *   a == b, a != b       IS NOT DISTINCT FROM / IS DISTINCT FROM; never null. Numbers by value (1.0 == 1), records by
 *                        id.
 *   a < b <= > >=        null when a side is null. Texts by code point (COLLATE "C"), days and moments by time.
 *   a && b, a || b, !a   null is false; never null. The right side is not evaluated when the left one decides.
 *   a in list            a equals an item; null in a list is false, a null item equals nothing; never null.
 *   a + b  (texts)       concatenated, null as ''.
 *   a + b - * (numbers)  exact; null when a side is null.      -a  null of null.
 *   a / b                null when b is 0; the quotient is rounded to 12 fraction digits, half away from zero.
 *   a % b                the remainder with the sign of a; null when b is 0.
 *   t ? a : b            b when t is false or null.
 *   table[key]           the number, null when there is no such key.
 *   address['city']      (written address.city) that part, '' is null.
 *
 * A computed field is rounded to the scale of its type (toRaw) before anything reads it; within one rule only quotients
 * are rounded. Aggregates: sum 0, count 0, exists false, max/min/average/first null over no rows; null values are
 * skipped (count counts rows); average is a quotient as above; first takes the first row's value even when it is
 * null.
 */
import { Decimal } from 'decimal.js'
import type { FunctionName, NameScope, RuleNode } from '../model/rule'
import type { Field } from '../model/field'
import { exactOf } from './values/decimal'
import { signatures, type FunctionContext } from './functions'
import { arithmetic, ordered, same } from './values/operators'
import { fromRaw, listOf, mapped, numberOf, type RuleValue } from './values/value'

/**
 * The raw value behind a name. `path` is as in the tree: empty for the record itself (return its id). Return undefined
 * or null when there is none. Also called for settings ([name]), vars ([name]), measure ([name]), period (['from'] or
 * ['to']), input ([name, …]) and code ([]).
 */
export type Read = (scope: NameScope, path: readonly string[]) => unknown

export interface EvaluationContext extends FunctionContext {
  /** The value at a path over a reference of a line, where the line does not carry it. Absent: no value. */
  readonly referred?: (reference: Field, value: unknown, path: readonly string[]) => unknown
}

/**
 * The value of a tree. Reads raw values in the conventions of the database or of a form (references as id or
 * {id,label}, Date objects, decimal text).
 */
export function evaluate(node: RuleNode, read: Read, environment: EvaluationContext): RuleValue {
  switch (node.kind) {
    case 'literal':
      return node.type === 'number' ? literalNumber(node) : node.value
    case 'name':
      return fromRaw(read(node.scope, node.path), node.type, environment.timezone)
    case 'not':
      return !truthy(node.of, read, environment)
    case 'negate':
      return mapped(numberOf(evaluate(node.of, read, environment)), (value) => value.neg())
    case 'choose':
      return evaluate(truthy(node.test, read, environment) ? node.yes : node.no, read, environment)
    case 'list':
      return node.items.map((item) => evaluate(item, read, environment))
    case 'index':
      return part(evaluate(node.of, read, environment), evaluate(node.key, read, environment), node, environment)
    case 'binary':
      return binary(node, read, environment)
    case 'call':
      return call(node.name, node.args, read, environment)
  }
}

/** Whether a condition holds: null is false. */
export function truthy(node: RuleNode, read: Read, environment: EvaluationContext): boolean {
  return evaluate(node, read, environment) === true
}

const literals = new WeakMap<RuleNode, Decimal | null>()

function literalNumber(node: RuleNode & { kind: 'literal' }): Decimal | null {
  let value = literals.get(node)
  if (value === undefined) literals.set(node, (value = exactOf(node.value)))
  return value
}

function part(value: RuleValue, key: RuleValue, node: RuleNode, environment: EvaluationContext): RuleValue {
  if (value === null || typeof key !== 'string') return null
  const record = value as Readonly<Record<string, unknown>>
  return Object.hasOwn(record, key) ? fromRaw(record[key], node.type, environment.timezone) : null
}

function binary(node: RuleNode & { kind: 'binary' }, read: Read, environment: EvaluationContext): RuleValue {
  const { op } = node
  if (op === '&&') return truthy(node.left, read, environment) && truthy(node.right, read, environment)
  if (op === '||') return truthy(node.left, read, environment) || truthy(node.right, read, environment)
  const [left, right] = [evaluate(node.left, read, environment), evaluate(node.right, read, environment)]
  switch (op) {
    case '==':
      return same(left, right)
    case '!=':
      return !same(left, right)
    case 'in':
      return left !== null && listOf(right).some((item) => same(left, item as RuleValue))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(op, left, right)
    case '+':
      return node.type === 'text' ? `${asText(left)}${asText(right)}` : arithmetic(op, numberOf(left), numberOf(right))
    default:
      return arithmetic(op, numberOf(left), numberOf(right))
  }
}

function call(name: FunctionName, nodes: readonly RuleNode[], read: Read, environment: EvaluationContext): RuleValue {
  // coalesce alone does not evaluate all its arguments.
  if (name === 'coalesce') return firstPresent(nodes, read, environment)
  const args = nodes.map((arg) => evaluate(arg, read, environment))
  return signatures[name].meaning(args, environment, nodes)
}

function firstPresent(nodes: readonly RuleNode[], read: Read, environment: EvaluationContext): RuleValue {
  for (const node of nodes) {
    const value = evaluate(node, read, environment)
    if (value !== null) return value
  }
  return null
}

function asText(value: RuleValue): string {
  return value === null ? '' : String(value)
}

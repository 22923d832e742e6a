// Operators over two rule values, as pure functions. evaluate.ts documents their meaning.
import { Decimal } from 'decimal.js'
import type { BinaryOperator } from '../../model/rule'
import { daysLater } from './calendar'
import { addMonths } from './days'
import { divide } from './decimal'
import type { RuleValue } from './value'

/** Equality of rules: null equals null, numbers are compared by value. */
export function same(left: RuleValue, right: RuleValue): boolean {
  if (Decimal.isDecimal(left) && Decimal.isDecimal(right)) return left.eq(right)
  return left === right
}

/** Ordering operators; null when a side is null. */
export function ordered(op: '<' | '<=' | '>' | '>=', left: RuleValue, right: RuleValue): boolean | null {
  if (left === null || right === null) return null
  const sign = compare(left, right)
  return op === '<' ? sign < 0 : op === '<=' ? sign <= 0 : op === '>' ? sign > 0 : sign >= 0
}

/** Negative, 0 or positive, for two values of one ordered type. */
export function compare(left: RuleValue, right: RuleValue): number {
  if (Decimal.isDecimal(left) && Decimal.isDecimal(right)) return left.cmp(right)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareTexts(String(left), String(right))
}

// JavaScript compares UTF-16 units, which sorts U+FFFD after every character beyond the first plane; the database
// compares code points.
function compareTexts(left: string, right: string): number {
  let position = 0
  while (position < left.length && position < right.length && left[position] === right[position]) position++
  // With equal high surrogates the low surrogates decide.
  return (left.codePointAt(position) ?? -1) - (right.codePointAt(position) ?? -1)
}

/** - * / % and + of numbers; null when a side is null or the divisor is 0. */
export function arithmetic(op: BinaryOperator, left: Decimal | null, right: Decimal | null): Decimal | null {
  if (left === null || right === null) return null
  switch (op) {
    case '+':
      return left.plus(right)
    case '-':
      return left.minus(right)
    case '*':
      return left.times(right)
    case '/':
      return divide(left, right)
    case '%':
      return right.isZero() ? null : left.mod(right)
    default:
      throw new Error(`${op} is no arithmetic operator.`)
  }
}

/**
 * n days (n truncated) after a day or a moment; null outside the years 0001-9999, which four million days certainly
 * leave.
 */
export function later(from: string, n: Decimal): string | null {
  return n.abs().gt(4_000_000) ? null : daysLater(from, n.trunc().toNumber())
}

/** `count`, which is whole, months after a day, at most its month's last day; null outside the years 0001-9999. */
export function monthsLater(day: string, count: Decimal): string | null {
  const month = count.plus(Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1)
  return month.lt(12) || month.gte(10_000 * 12) ? null : addMonths(day, count.toNumber())
}

/** The largest (1) or smallest (-1) value; null when any is null. */
export function extreme(values: readonly RuleValue[], sign: 1 | -1): RuleValue {
  if (values.includes(null)) return null
  return values.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best))
}

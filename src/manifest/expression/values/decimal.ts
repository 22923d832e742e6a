// Numbers of rules: exact decimals of 120 digits, rounded half away from zero.
import { Decimal } from 'decimal.js'

/** The decimal constructor of rules: a clone, so that other code cannot change its settings. */
export const Exact = Decimal.clone({
  precision: 120,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -1000,
  toExpPos: 1000,
  modulo: Decimal.ROUND_DOWN,
  defaults: true,
})
export type Exact = Decimal

/** Fraction digits of a quotient. */
export const quotientDigits = 12

/** The texts that number(text) reads, in the syntax that JavaScript and PostgreSQL share. */
export const decimalPattern = '^[+-]?[0-9]+([.][0-9]+)?$'
/** Maximum characters of such a text. */
export const maxDecimalLength = 100
const plain = new RegExp(decimalPattern)

/**
 * A number from decimal text or a JavaScript number (by its shortest decimal text: 0.1 is 0.1); null for anything else.
 */
export function exactOf(value: unknown): Decimal | null {
  if (Decimal.isDecimal(value)) return value.isFinite() ? new Exact(value) : null
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value) : null
  if (typeof value === 'bigint') return new Exact(value.toString())
  if (typeof value !== 'string') return null
  return value.length <= maxDecimalLength && plain.test(value) ? new Exact(value) : null
}

/** left / right with `quotientDigits` fraction digits, half away from zero; null when right is 0. */
export function divide(left: Decimal, right: Decimal): Decimal | null {
  return right.isZero() ? null : left.div(right).toDecimalPlaces(quotientDigits, Decimal.ROUND_HALF_UP)
}

/** Decimal text without exponent and without trailing zeros. */
export function plainText(value: Decimal): string {
  return value.toFixed()
}

/** A decimal text without insignificant zeros at the end: "200.00" becomes "200". */
export function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

/** The sum of a column of amounts, with two decimals. */
export function sumOfAmounts(lines: readonly Readonly<Record<string, unknown>>[], field: string): string {
  return lines.reduce((total, line) => total.plus(exactOf(line[field]) ?? 0), new Exact(0)).toFixed(2)
}

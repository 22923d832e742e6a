// With which numbers do rules count? Exact decimals of 120 digits, rounded half away from zero; never binary fractions.
import { Decimal } from 'decimal.js'

/** The decimal constructor of the rules. Its own clone, so that nobody's settings change ours. */
export const Exact = Decimal.clone({
  precision: 120,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -1000,
  toExpPos: 1000,
  modulo: Decimal.ROUND_DOWN,
  defaults: true,
})
export type Exact = Decimal

/** Digits after the point that a quotient keeps. */
export const quotientScale = 12

/** Also the meaning of number(text): `SQL: x ~ '^[+-]?[0-9]+([.][0-9]+)?$' and length(x) <= 100`. */
const plain = /^[+-]?\d+(?:\.\d+)?$/
const longest = 100

/** A number from decimal text or a JavaScript number (by its shortest decimal text: 0.1 is 0.1); null for anything else. */
export function exactOf(value: unknown): Decimal | null {
  if (Decimal.isDecimal(value)) return value.isFinite() ? new Exact(value) : null
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value) : null
  if (typeof value === 'bigint') return new Exact(value.toString())
  if (typeof value !== 'string') return null
  return value.length <= longest && plain.test(value) ? new Exact(value) : null
}

/** left / right with `quotientScale` digits after the point, half away from zero; null when right is 0. */
export function divide(left: Decimal, right: Decimal): Decimal | null {
  return right.isZero() ? null : left.div(right).toDecimalPlaces(quotientScale, Decimal.ROUND_HALF_UP)
}

/** Decimal text without exponent and without needless zeros. */
export function plainText(value: Decimal): string {
  return value.toFixed()
}

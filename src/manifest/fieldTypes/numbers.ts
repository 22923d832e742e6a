// Validates int, money and decimal. Numbers stay decimal text and are refused rather than rounded.
import { Exact, exactOf } from '../expression/values/decimal'
import { scaleOf } from '../expression/values/valueTypes'
import { isEmpty, noValue, invalid, type Checked, type CheckedField } from './definition'
import { fieldError } from './fieldErrors'

/** Digits before the point: money is numeric(14,2), decimal the maximum that every conversion keeps exact. */
export const maxDigits = { money: 12, decimal: 20 } as const

/**
 * The number, not its text; refuses decimals and what a double cannot hold exactly. Accepts texts, as cells of a sheet
 * are.
 */
export function validateInt(value: unknown, field: CheckedField): Checked {
  const number = read(value)
  if (number === null) return noValue
  if (!number || !number.isInteger() || !Number.isSafeInteger(number.toNumber()))
    return invalid(fieldError('integer_expected'))
  return outside(number, field) ?? { value: number.isZero() ? 0 : number.toNumber() }
}

/**
 * The amount as text with two decimals. Refuses further decimals, 10^12 and beyond, and what is outside `min` and
 * `max`.
 */
export function validateMoney(value: unknown, field: CheckedField): Checked {
  return exact(value, field, scaleOf('money', undefined), maxDigits.money)
}

/**
 * The number as text with exactly `scale` decimals, 2 by default. Refuses more decimals, 10^20 and beyond, and what is
 * outside `min` and `max`.
 */
export function validateDecimal(value: unknown, field: CheckedField): Checked {
  return exact(value, field, field.scale ?? 2, maxDigits.decimal)
}

function exact(value: unknown, field: CheckedField, scale: number, digits: number): Checked {
  const number = read(value)
  if (number === null) return noValue
  if (!number) return invalid(fieldError('number_expected'))
  if (number.decimalPlaces() > scale)
    return scale === 0
      ? invalid(fieldError('integer_expected'))
      : invalid(fieldError('number_too_precise', { count: scale }))
  if (number.abs().gte(new Exact(10).pow(digits))) return invalid(fieldError('number_out_of_range'))
  return outside(number, field, field.format === 'percent') ?? { value: number.toFixed(scale) }
}

/** null: nothing given; undefined: no number. */
function read(value: unknown): Exact | null | undefined {
  if (isEmpty(value)) return null
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return exactOf(typeof value === 'string' ? value.trim() : value) ?? undefined
}

function outside(number: Exact, field: CheckedField, isPartOfOne = false): Checked | undefined {
  if (field.min !== undefined && number.lt(field.min))
    return invalid(fieldError('number_below_minimum', { minimum: limitText(field.min, isPartOfOne) }))
  if (field.max !== undefined && number.gt(field.max))
    return invalid(fieldError('number_above_maximum', { maximum: limitText(field.max, isPartOfOne) }))
  return undefined
}

/** A part of one is also written as a percentage, since that is how it is shown elsewhere. */
function limitText(limit: number, isPartOfOne: boolean): number | string {
  const percent = isPartOfOne ? exactOf(limit)?.times(100) : undefined
  return percent ? `${limit} (${percent.toString()}%)` : limit
}

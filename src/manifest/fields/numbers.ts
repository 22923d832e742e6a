// Which numbers may be kept? The checks of int, money and decimal. Numbers stay decimal text; nothing is rounded to fit, it is refused.
import { Exact, exactOf } from '../rule/exact'
import { isEmpty, nothing, refuse, type Checked, type CheckedField } from './definition'

/** Digits before the point: of money numeric(14,2), of decimal what stays exact on every way. */
const mostDigits = { money: 12, decimal: 20 } as const

export function checkInt(value: unknown, field: CheckedField): Checked {
  const number = read(value)
  if (number === null) return nothing
  if (!number || !number.isInteger() || !Number.isSafeInteger(number.toNumber()))
    return refuse('请输入整数', 'Enter a whole number')
  return outside(number, field) ?? { value: number.isZero() ? 0 : number.toNumber() }
}

export function checkMoney(value: unknown, field: CheckedField): Checked {
  return exact(value, field, 2, mostDigits.money)
}

export function checkDecimal(value: unknown, field: CheckedField): Checked {
  return exact(value, field, field.scale ?? 2, mostDigits.decimal)
}

function exact(value: unknown, field: CheckedField, scale: number, digits: number): Checked {
  const number = read(value)
  if (number === null) return nothing
  if (!number) return refuse('请输入数字', 'Enter a number')
  if (number.decimalPlaces() > scale)
    return scale === 0
      ? refuse('请输入整数', 'Enter a whole number')
      : refuse(`最多${scale}位小数`, `At most ${scale} digits after the point`)
  if (number.abs().gte(new Exact(10).pow(digits))) return refuse('数字过大', 'The number is too large')
  return outside(number, field) ?? { value: number.toFixed(scale) }
}

/** null: nothing given; undefined: no number. */
function read(value: unknown): Exact | null | undefined {
  if (isEmpty(value)) return null
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return exactOf(typeof value === 'string' ? value.trim() : value) ?? undefined
}

function outside(number: Exact, field: CheckedField): Checked | undefined {
  if (field.min !== undefined && number.lt(field.min))
    return refuse(`不能小于${field.min}`, `Not less than ${field.min}`)
  if (field.max !== undefined && number.gt(field.max))
    return refuse(`不能大于${field.max}`, `Not more than ${field.max}`)
  return undefined
}

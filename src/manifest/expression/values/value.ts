// Converts raw values (of the database, of a form) to values of rules, and back.
// A raw value of another type counts as null here: the server validates input long before, and a half-filled form must
// not throw.
import { isNumberType, scaleOf, valueTypes } from './valueTypes'
import { Decimal } from 'decimal.js'
import type { FieldType } from '../../model/field'
import type { ValueType } from '../../model/rule'
import { dayInZone, isoOfMoment, momentOf, momentOfDate } from './calendar'
import { parseDay } from './days'
import { exactOf, plainText } from './decimal'

/**
 * text: string; number: Decimal; boolean; date: yyyy-MM-dd; datetime: yyyy-MM-ddTHH:mm:ss.ffffffZ; record: its id as a
 * JavaScript number; files, lines, list: an array; address, table: an object; anything may be null.
 */
export type RuleValue =
  | null
  | string
  | number
  | boolean
  | Decimal
  | readonly unknown[]
  | Readonly<Record<string, unknown>>

/** A rule value of `type` from a raw one. `timezone` serves Date objects where a day is expected. */
export function fromRaw(raw: unknown, type: ValueType, timezone: string): RuleValue {
  if (raw === null || raw === undefined) return null
  switch (type) {
    case 'text':
      return textOf(raw)
    case 'number':
      return exactOf(raw)
    case 'boolean':
      return typeof raw === 'boolean' ? raw : null
    case 'date':
      return dayFrom(raw, timezone)
    case 'datetime':
      return raw instanceof Date ? momentOfDate(raw) : typeof raw === 'string' ? momentOf(raw) : null
    case 'record':
      return idOf(raw)
    case 'files':
    case 'lines':
    case 'list':
      return Array.isArray(raw) ? raw : null
    case 'address':
    case 'table':
      return typeof raw === 'object' && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null
    case 'null':
    case 'unknown':
      return null
  }
}

// An empty input is no value: the database stores null for it, so both sides must see null.
function textOf(raw: unknown): string | null {
  if (typeof raw === 'string') return raw === '' ? null : raw
  return typeof raw === 'number' ? plainNumber(raw) : null
}

function plainNumber(raw: number): string | null {
  const value = exactOf(raw)
  return value && plainText(value)
}

function dayFrom(raw: unknown, timezone: string): string | null {
  const moment =
    raw instanceof Date ? momentOfDate(raw) : typeof raw === 'string' && raw.length > 10 ? momentOf(raw) : null
  if (moment !== null) return dayInZone(moment, timezone)
  return typeof raw === 'string' ? parseDay(raw) : null
}

/** The id of a reference: the number itself, its digits, or the `id` of {id,label}. */
export function idOf(raw: unknown): number | null {
  if (typeof raw === 'object' && raw !== null && 'id' in raw) return idOf(raw.id)
  const id = typeof raw === 'string' && /^\d{1,16}$/.test(raw) ? Number(raw) : raw
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

/**
 * A raw value for a field from a rule's value: money with 2 and decimal with `scale` (2 if absent) digits as decimal
 * text, int as a number, both rounded half away from zero; an empty text as null; dates and moments as ISO text;
 * references as ids; anything else unchanged. Throws RangeError for an int that a JavaScript number cannot hold.
 */
export function toRaw(value: RuleValue, type: FieldType, scale?: number): unknown {
  // Store as null what a rule reads as null, or SQL would see another value.
  if (value === null || value === '') return null
  if (Decimal.isDecimal(value)) {
    if (!isNumberType(type)) return plainText(value)
    const digits = value.toDecimalPlaces(scaleOf(type, scale), Decimal.ROUND_HALF_UP)
    if (type !== 'int') return digits.toFixed(scaleOf(type, scale))
    const int = digits.toNumber()
    if (!Number.isSafeInteger(int)) throw new RangeError(`The number ${plainText(digits)} is too large for an int.`)
    return int === 0 ? 0 : int
  }
  if (valueTypes[type] === 'datetime' && typeof value === 'string') return isoOfMoment(value)
  return value
}

/** The number of a value; null for any other type. */
export function numberOf(value: RuleValue): Decimal | null {
  return Decimal.isDecimal(value) ? value : null
}

/** The items of a value; empty for anything but a list. */
export function listOf(value: RuleValue): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Maps a value; null stays null. */
export function mapped<T extends RuleValue>(value: T | null, map: (value: T) => RuleValue): RuleValue {
  return value === null ? null : map(value)
}

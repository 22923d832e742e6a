// Functions of the rule language, one row each: arguments, result and meaning.
// The SQL made of the same call must agree with its meaning.
/*
 *   now()                the moment of the request (the same throughout); today() its day in the app's time zone.
 *   date(x)              the day of a moment in the app's time zone; a day is unchanged.
 *   daysBetween(from, to) two days: to - from. Two moments: spans of 24 hours between them, truncated. A day and a
 *                        moment: the moment counts as its day.
 *   addDays(x, n)        n is truncated. A day: that many days later. A moment: that many times 24 hours later. null
 *                        outside the years 0001-9999.
 *   addMonths(x, n), addYears(x, n)   n is truncated. The same day of a later month, or its last day where that is
 *                        shorter. null outside the years 0001-9999.
 *   weekday(x)           1 for a Monday to 7 for a Sunday, of the day, or of the moment's day in the app's time zone.
 *   month(x)             'yyyy-MM' of the day, or of the moment's day in the app's time zone.
 *   hour(x)              0 to 23, of the moment's clock in the app's time zone.
 *   round(x, digits)     half away from zero; digits is a literal 0..12, 0 when absent.
 *   max, min             null when any argument is null (not GREATEST/LEAST, which skip null).     abs(x)
 *   coalesce(a, b, …)    the first that is not null.
 *   size(x)              code points of a text, items of a list, files or lines; 0 of null.
 *   contains, startsWith, endsWith(text, part)   by exact characters; false when either is null, never null.
 *   text(x)              a number without exponent and trailing zeros; true/false; yyyy-MM-dd; yyyy-MM-dd HH:mm in the
 *                        app's time zone; a record's id.
 *   number(x)            of a text like 12, -12 or +0.5 (at most 100 characters, nothing around it); null for any other
 *                        text.
 *   hasPermission(code)  whether the caller holds the permission code; never null.
 *   ref(n)               the record of that id, for a reference that is stored as a number; null for null and for
 *                        anything but a whole number.
 *   roleGrants(code)     whether the caller's role grants the code, before the changes of access.json; false of null,
 *                        never null.
 *
 * All of date, daysBetween, addDays, addMonths, addYears, weekday, month, hour, round, abs, text, number return null
 * when an argument is null.
 */
import { Decimal } from 'decimal.js'
import type { FunctionName, RuleNode, ValueType } from '../model/rule'
import { dayInZone, momentOfDate, spansBetween, wallClock } from './values/calendar'
import { daysBetween, weekdayOf } from './values/days'
import { Exact, exactOf, plainText } from './values/decimal'
import { extreme, later, monthsLater } from './values/operators'
import { idOf, listOf, mapped, numberOf, type RuleValue } from './values/value'

export interface Signature {
  /** For every argument the types it may have; the last entry repeats up to `most`. */
  readonly takes: readonly (readonly ValueType[])[]
  readonly least: number
  readonly most: number
  /** A type, or `first`: that of the arguments. */
  readonly gives: ValueType | 'first'
  /** All arguments have one type. */
  readonly alike?: boolean
  /** Its notation, for hints. */
  readonly written: string
}

/** The context of functions besides their arguments. */
export interface FunctionContext {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
  readonly holds: (code: string) => boolean
  /** Absent: as `holds`. */
  readonly granted?: (code: string) => boolean
}

interface RuleFunction extends Signature {
  /** Computes the result; `nodes`: the arguments as written. */
  readonly meaning: (
    args: readonly RuleValue[],
    evaluationContext: FunctionContext,
    nodes: readonly RuleNode[],
  ) => RuleValue
}

const dayTypes: readonly ValueType[] = ['date', 'datetime']
const orderedTypes: readonly ValueType[] = ['number', 'date', 'datetime']
const text: readonly ValueType[] = ['text']
const number: readonly ValueType[] = ['number']
const maxArguments = 32

export const signatures = {
  now: {
    takes: [],
    least: 0,
    most: 0,
    gives: 'datetime',
    written: 'now()',
    meaning: (_, { now }) => momentOfDate(now),
  },
  today: {
    takes: [],
    least: 0,
    most: 0,
    gives: 'date',
    written: 'today()',
    meaning: (_, evaluationContext) => dayNow(evaluationContext),
  },
  date: {
    takes: [dayTypes],
    least: 1,
    most: 1,
    gives: 'date',
    written: 'date(moment)',
    meaning: ([of = null], evaluationContext) => mapped(of, (value) => day(value, evaluationContext)),
  },
  daysBetween: {
    takes: [dayTypes, dayTypes],
    least: 2,
    most: 2,
    gives: 'number',
    written: 'daysBetween(from, to)',
    meaning: ([from = null, to = null], evaluationContext) => days(from, to, evaluationContext),
  },
  addDays: {
    takes: [dayTypes, number],
    least: 2,
    most: 2,
    gives: 'first',
    written: 'addDays(day, number)',
    meaning: ([value = null, count = null]) =>
      value === null || count === null ? null : later(String(value), numberOf(count)!),
  },
  addMonths: monthsFunction('addMonths(day, number)', 1),
  addYears: monthsFunction('addYears(day, number)', 12),
  weekday: {
    takes: [dayTypes],
    least: 1,
    most: 1,
    gives: 'number',
    written: 'weekday(day)',
    meaning: ([of = null], evaluationContext) =>
      mapped(of, (value) => new Exact(weekdayOf(day(value, evaluationContext)))),
  },
  month: {
    takes: [dayTypes],
    least: 1,
    most: 1,
    gives: 'text',
    written: 'month(day)',
    meaning: ([of = null], evaluationContext) => mapped(of, (value) => day(value, evaluationContext).slice(0, 7)),
  },
  hour: {
    takes: [['datetime']],
    least: 1,
    most: 1,
    gives: 'number',
    written: 'hour(moment)',
    meaning: ([of = null], evaluationContext) =>
      mapped(of, (value) => new Exact(Number(wallClock(String(value), evaluationContext.timezone).slice(11, 13)))),
  },
  round: {
    takes: [number, number],
    least: 1,
    most: 2,
    gives: 'number',
    written: 'round(number, digits)',
    meaning: ([of = null, digits = null]) =>
      mapped(numberOf(of), (value) => value.toDecimalPlaces(numberOf(digits)?.toNumber() ?? 0, Decimal.ROUND_HALF_UP)),
  },
  max: extremeFunction('max(a, b)', 1),
  min: extremeFunction('min(a, b)', -1),
  abs: {
    takes: [number],
    least: 1,
    most: 1,
    gives: 'number',
    written: 'abs(number)',
    meaning: ([of = null]) => mapped(numberOf(of), (value) => value.abs()),
  },
  coalesce: {
    takes: [['text', 'number', 'boolean', 'date', 'datetime', 'record', 'files', 'address']],
    least: 2,
    most: maxArguments,
    gives: 'first',
    alike: true,
    written: 'coalesce(a, b)',
  },
  size: {
    takes: [['text', 'list', 'files', 'lines']],
    least: 1,
    most: 1,
    gives: 'number',
    written: 'size(value)',
    meaning: ([value = null]) => new Exact(typeof value === 'string' ? [...value].length : listOf(value).length),
  },
  contains: partFunction("contains(text, 'part')", (value, part) => value.includes(part)),
  startsWith: partFunction("startsWith(text, 'part')", (value, part) => value.startsWith(part)),
  endsWith: partFunction("endsWith(text, 'part')", (value, part) => value.endsWith(part)),
  text: {
    takes: [['text', 'number', 'boolean', 'date', 'datetime', 'record']],
    least: 1,
    most: 1,
    gives: 'text',
    written: 'text(value)',
    meaning: ([of = null], evaluationContext, [node]) =>
      mapped(of, (value) => valueText(value, node!, evaluationContext)),
  },
  number: {
    takes: [['text', 'number']],
    least: 1,
    most: 1,
    gives: 'number',
    written: 'number(text)',
    meaning: ([value = null]) => exactOf(value),
  },
  hasPermission: {
    takes: [text],
    least: 1,
    most: 1,
    gives: 'boolean',
    written: "hasPermission('code')",
    meaning: ([code = null], { holds }) => typeof code === 'string' && holds(code),
  },
  roleGrants: {
    takes: [text],
    least: 1,
    most: 1,
    gives: 'boolean',
    written: 'roleGrants(code)',
    meaning: ([code = null], { granted, holds }) => typeof code === 'string' && (granted ?? holds)(code),
  },
  ref: {
    takes: [number],
    least: 1,
    most: 1,
    gives: 'record',
    written: 'ref(number)',
    // -0 is no id.
    meaning: ([value = null]) => idOf(exactOf(value)?.plus(0).toNumber() ?? null),
  },
} as const satisfies Record<Exclude<FunctionName, 'coalesce'>, RuleFunction> & { readonly coalesce: Signature }

/** Takes days only: in which month a moment is depends on the zone, which `date` applies. */
function monthsFunction(written: string, months: number): RuleFunction {
  return {
    takes: [['date'], number],
    least: 2,
    most: 2,
    gives: 'date',
    written,
    meaning: ([of = null, count = null]) =>
      mapped(of, (day) => mapped(numberOf(count), (value) => monthsLater(String(day), value.trunc().times(months)))),
  }
}

function extremeFunction(written: string, sign: 1 | -1): RuleFunction {
  return {
    takes: [orderedTypes],
    least: 2,
    most: maxArguments,
    gives: 'first',
    alike: true,
    written,
    meaning: (args) => extreme(args, sign),
  }
}

function partFunction(written: string, holds: (value: string, part: string) => boolean): RuleFunction {
  return {
    takes: [text, text],
    least: 2,
    most: 2,
    gives: 'boolean',
    written,
    meaning: ([value = null, part = null]) => value !== null && part !== null && holds(String(value), String(part)),
  }
}

export function signatureOf(name: string): Signature | undefined {
  return Object.hasOwn(signatures, name) ? signatures[name as FunctionName] : undefined
}

function dayNow(evaluationContext: FunctionContext): string | null {
  const moment = momentOfDate(evaluationContext.now)
  return moment && dayInZone(moment, evaluationContext.timezone)
}

function isDayText(value: RuleValue): boolean {
  return typeof value === 'string' && value.length === 10
}

function day(value: RuleValue, evaluationContext: FunctionContext): string {
  return isDayText(value) ? String(value) : dayInZone(String(value), evaluationContext.timezone)
}

function days(from: RuleValue, to: RuleValue, evaluationContext: FunctionContext): Decimal | null {
  if (from === null || to === null) return null
  if (!isDayText(from) && !isDayText(to)) return new Exact(spansBetween(String(from), String(to)))
  return new Exact(daysBetween(day(from, evaluationContext), day(to, evaluationContext)))
}

function valueText(value: RuleValue, node: RuleNode, evaluationContext: FunctionContext): string {
  if (Decimal.isDecimal(value)) return plainText(value)
  if (node.type === 'datetime')
    return wallClock(String(value), evaluationContext.timezone).slice(0, 16).replace('T', ' ')
  return String(value)
}

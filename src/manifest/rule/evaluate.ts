// What is the value of a rule? The one place where the meaning of every operator and function stands; SQL made of the same tree must agree with it.
/*
 * Values: null is an unknown value. A condition that is null counts as false. An empty text is null when it is read from a record.
 *
 *   a == b, a != b       IS NOT DISTINCT FROM / IS DISTINCT FROM; never null. Numbers by value (1.0 == 1), records by id.
 *   a < b <= > >=        null when a side is null. Texts by code point (COLLATE "C"), days and moments by time.
 *   a && b, a || b, !a   null is false; never null. The right side is not looked at when the left one decides.
 *   a in list            is a equal to an item; null in a list is false, a null item equals nothing; never null.
 *   a + b  (texts)       joined, null as ''.
 *   a + b - * (numbers)  exact; null when a side is null.      -a  null of null.
 *   a / b                null when b is 0; the quotient is rounded to 12 digits after the point, half away from zero.
 *   a % b                the remainder with the sign of a; null when b is 0.
 *   t ? a : b            b when t is false or null.
 *   table[key]           the number, null when there is no such key.      address['city'] (written address.city): that part, '' is null.
 *
 *   now()                the moment of the request (the same for the whole request); today() its day in the app's time zone.
 *   date(x)              the day of a moment in the app's time zone; a day stays itself.
 *   days(from, to)       two days: to - from. Two moments: spans of 24 hours between them, cut towards zero. A day and a moment: the moment's day counts.
 *   addDays(x, n)        n is cut towards zero. A day: that many days later. A moment: that many times 24 hours later. null outside the years 0001-9999.
 *   month(x)             'yyyy-MM' of the day, or of the moment's day in the app's time zone.
 *   round(x, digits)     half away from zero; digits is a literal 0..12, 0 when absent.
 *   max, min             null when any argument is null (not GREATEST/LEAST, which skip null).     abs(x)
 *   coalesce(a, b, …)    the first that is not null.
 *   size(x)              code points of a text, items of a list, files or lines; 0 of null.
 *   contains, startsWith, endsWith(text, part)   by exact characters; false when either is null, never null.
 *   text(x)              a number without exponent and needless zeros; true/false; yyyy-MM-dd; yyyy-MM-dd HH:mm in the app's time zone; a record's id.
 *   number(x)            of a text like 12, -12 or +0.5 (at most 100 characters, nothing around it); null for any other text.
 *   holds(code)          whether the caller holds the permission code; never null.
 *   refer(n)             the record of that id, for a reference that is kept as a number; null of null and of no whole number.
 *   granted(code)        whether the caller's role gives the code, whatever access.json takes away or adds after that; false of null, never null.
 *
 * A computed field is rounded to the scale of its type (toRaw) before anything reads it; within one rule nothing is rounded but quotients.
 * All of date, days, addDays, month, round, abs, text, number give null when an argument is null.
 * Aggregates: sum 0, count 0, exists false, max/min/average/first null over no rows; null values are skipped (count counts rows); average is
 * a quotient as above; first takes the first row's value even when it is null.
 */
import { Decimal } from 'decimal.js'
import type { Aggregate, Field, FunctionName, NameScope, RuleNode, ValueType } from '../app'
import { valueTypes } from '../fields/valueTypes'
import { dayInZone, daysBetween, momentOfDate, spansBetween, wallClock } from './calendar'
import { Exact, exactOf, plainText } from './exact'
import { combined, firstIndex, type RawLine } from './lines'
import { arithmetic, extreme, later, ordered, same } from './operators'
import { fromRaw, idOf, toRaw, type RuleValue } from './value'

export { toRaw, type RuleValue } from './value'

/**
 * The raw value behind a name. `path` is as in the tree: empty for the record itself (answer its id). Answer undefined or null when there is none.
 * Also asked for settings ([name]), let ([name]), measure ([name]), period (['from'] or ['to']), input ([name, …]) and code ([]).
 */
export type Read = (scope: NameScope, path: readonly string[]) => unknown

export interface World {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
  readonly holds: (code: string) => boolean
  /** Absent: as `holds`. */
  readonly granted?: (code: string) => boolean
  /** What a path over a reference of a line leads to, where the line does not carry it. Absent: to nothing. */
  readonly referred?: (reference: Field, value: unknown, path: readonly string[]) => unknown
}

/** The value of a tree. Reads raw values in the conventions of the database or of a form (references as id or {id,label}, Date objects, decimal text). */
export function evaluate(node: RuleNode, read: Read, world: World): RuleValue {
  switch (node.kind) {
    case 'literal':
      return node.type === 'number' ? literalNumber(node) : node.value
    case 'name':
      return fromRaw(read(node.scope, node.path), node.type, world.timezone)
    case 'not':
      return !truthy(node.of, read, world)
    case 'negate':
      return mapped(number(evaluate(node.of, read, world)), (value) => value.neg())
    case 'choose':
      return evaluate(truthy(node.test, read, world) ? node.yes : node.no, read, world)
    case 'list':
      return node.items.map((item) => evaluate(item, read, world))
    case 'index':
      return part(evaluate(node.of, read, world), evaluate(node.key, read, world), node, world)
    case 'binary':
      return binary(node, read, world)
    case 'call':
      return call(node.name, node.args, read, world)
  }
}

/** Whether a condition holds: null is false. */
export function truthy(node: RuleNode, read: Read, world: World): boolean {
  return evaluate(node, read, world) === true
}

const literals = new WeakMap<RuleNode, Decimal | null>()

function literalNumber(node: RuleNode & { kind: 'literal' }): Decimal | null {
  let value = literals.get(node)
  if (value === undefined) literals.set(node, (value = exactOf(node.value)))
  return value
}

function part(of: RuleValue, key: RuleValue, node: RuleNode, world: World): RuleValue {
  if (of === null || typeof key !== 'string') return null
  const record = of as Readonly<Record<string, unknown>>
  return Object.hasOwn(record, key) ? fromRaw(record[key], node.type, world.timezone) : null
}

function binary(node: RuleNode & { kind: 'binary' }, read: Read, world: World): RuleValue {
  const { op } = node
  if (op === '&&') return truthy(node.left, read, world) && truthy(node.right, read, world)
  if (op === '||') return truthy(node.left, read, world) || truthy(node.right, read, world)
  const [left, right] = [evaluate(node.left, read, world), evaluate(node.right, read, world)]
  switch (op) {
    case '==':
      return same(left, right)
    case '!=':
      return !same(left, right)
    case 'in':
      return left !== null && asList(right).some((item) => same(left, item as RuleValue))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(op, left, right)
    case '+':
      return node.type === 'text' ? `${asText(left)}${asText(right)}` : arithmetic(op, number(left), number(right))
    default:
      return arithmetic(op, number(left), number(right))
  }
}

function call(name: FunctionName, nodes: readonly RuleNode[], read: Read, world: World): RuleValue {
  if (name === 'coalesce') return firstPresent(nodes, read, world)
  const args = nodes.map((arg) => evaluate(arg, read, world))
  const [first = null, second = null] = args
  switch (name) {
    case 'now':
      return momentOfDate(world.now)
    case 'today':
      return dayNow(world)
    case 'date':
      return mapped(first, (value) => day(value, world))
    case 'days':
      return days(first, second, world)
    case 'addDays':
      return first === null || second === null ? null : later(String(first), number(second)!)
    case 'month':
      return mapped(first, (value) => day(value, world).slice(0, 7))
    case 'round':
      return mapped(number(first), (value) =>
        value.toDecimalPlaces(number(second)?.toNumber() ?? 0, Decimal.ROUND_HALF_UP),
      )
    case 'max':
      return extreme(args, 1)
    case 'min':
      return extreme(args, -1)
    case 'abs':
      return mapped(number(first), (value) => value.abs())
    case 'size':
      return new Exact(typeof first === 'string' ? [...first].length : asList(first).length)
    case 'contains':
      return first !== null && second !== null && String(first).includes(String(second))
    case 'startsWith':
      return first !== null && second !== null && String(first).startsWith(String(second))
    case 'endsWith':
      return first !== null && second !== null && String(first).endsWith(String(second))
    case 'text':
      return mapped(first, (value) => written(value, nodes[0]!, world))
    case 'number':
      return exactOf(first)
    case 'holds':
      return typeof first === 'string' && world.holds(first)
    // -0 is no id.
    case 'refer':
      return idOf(exactOf(first)?.plus(0).toNumber() ?? null)
    case 'granted':
      return typeof first === 'string' && (world.granted ?? world.holds)(first)
  }
}

function firstPresent(nodes: readonly RuleNode[], read: Read, world: World): RuleValue {
  for (const node of nodes) {
    const value = evaluate(node, read, world)
    if (value !== null) return value
  }
  return null
}

function dayNow(world: World): string | null {
  const moment = momentOfDate(world.now)
  return moment && dayInZone(moment, world.timezone)
}

function isDay(value: RuleValue): boolean {
  return typeof value === 'string' && value.length === 10
}

function day(value: RuleValue, world: World): string {
  return isDay(value) ? String(value) : dayInZone(String(value), world.timezone)
}

function days(from: RuleValue, to: RuleValue, world: World): Decimal | null {
  if (from === null || to === null) return null
  if (!isDay(from) && !isDay(to)) return new Exact(spansBetween(String(from), String(to)))
  return new Exact(daysBetween(day(from, world), day(to, world)))
}

function written(value: RuleValue, node: RuleNode, world: World): string {
  if (Decimal.isDecimal(value)) return plainText(value)
  if (node.type === 'datetime') return wallClock(String(value), world.timezone).slice(0, 16).replace('T', ' ')
  return String(value)
}

function number(value: RuleValue): Decimal | null {
  return Decimal.isDecimal(value) ? value : null
}

function asText(value: RuleValue): string {
  return value === null ? '' : String(value)
}

function asList(value: RuleValue): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function mapped<T extends RuleValue>(value: T | null, map: (value: T) => RuleValue): RuleValue {
  return value === null ? null : map(value)
}

type LineFields = Readonly<Record<string, Field>>

/**
 * The value of an aggregate whose `lines` is set. `lines`: the raw lines (null is none), keyed by field or path; `fields`: the declared fields of a
 * line, so that computed ones are computed when a line does not carry them. `read`: as for the record that owns the lines; its scope `record` is
 * what the aggregate's `where` calls `this`.
 */
export function evaluateAggregateOverLines(
  aggregate: Aggregate,
  lines: readonly RawLine[] | null | undefined,
  fields: LineFields,
  read: Read,
  world: World,
): RuleValue {
  const readers = (lines ?? []).map((line) => lineReader(line, fields, read, world))
  const counted = aggregate.where ? readers.filter((reader) => truthy(aggregate.where!.node, reader, world)) : readers
  if (aggregate.operator === 'count') return new Exact(counted.length)
  if (aggregate.operator === 'exists') return counted.length > 0
  const name = aggregate.field ?? ''
  const valuesOf = (field: string): RuleValue[] =>
    counted.map((reader) =>
      fromRaw(reader('record', field.split('.')), typeOf(fields, field, aggregate), world.timezone),
    )
  if (aggregate.operator === 'first') return valuesOf(name)[firstIndex(aggregate.sort, valuesOf)] ?? null
  return combined(
    aggregate.operator,
    valuesOf(name).filter((value) => value !== null),
  )
}

/** Reads a line as scope `record` (computed fields included) and its owner as scope `this`. */
export function lineReader(line: RawLine, fields: LineFields, owner: Read, world: World): Read {
  const read: Read = (scope, path) => {
    if (scope === 'this') return owner('record', path)
    if (scope !== 'record') return owner(scope, path)
    const value = line[path.join('.')]
    const field = Object.hasOwn(fields, path[0]!) ? fields[path[0]!] : undefined
    if (value !== undefined || field === undefined) return value
    if (path.length > 1) return field.type === 'ref' ? world.referred?.(field, line[field.name], path) : value
    return field.compute ? toRaw(evaluate(field.compute.node, read, world), field.type, field.scale) : value
  }
  return read
}

function typeOf(fields: LineFields, path: string, aggregate: Aggregate): ValueType {
  const field = fields[path]
  return field ? valueTypes[field.type] : aggregate.type
}

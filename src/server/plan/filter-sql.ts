// What does a condition of a search mean in SQL? Checked against the field's type, on the value that the caller may see: a masked field is
// searched by its masked text. A wrong value or an operator that the type has not is refused, never ignored.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { App, Entity, Field, FieldType, ValueType } from '../../manifest/app'
import { fieldTypes } from '../../manifest/fields/fieldTypes'
import { dayOf, isoOfMoment, momentOf } from '../../manifest/rule/calendar'
import type { Filter } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import { labelSql, lineCount, step } from './field-sql'
import type { Frame } from './frame'
import { dayStart } from './function-sql'
import { maskOf, maskSql } from './mask'
import { parameter } from './name-sql'
import { containing, isNumberlike, isShort, numberPattern, withTripled } from './part-sql'
import { end, readableField, unknownField, visibleSql, type Reader } from './visible-sql'

type Operator = Filter['operator']

/** A condition with everything checked: `shape` tells the statements apart, `values` are what the statement takes, in order. */
export interface CheckedFilter {
  readonly field: string
  readonly operator: Operator
  readonly shape: string
  readonly values: readonly unknown[]
}

const mostValues = 500
/** Characters of what is searched for. */
export const longestText = 200

/**
 * Checks one condition of a request.
 * @throws Fault 2001 for an unknown or unreadable field, an operator that its type has not, or a value of another type
 */
export function checkFilter(
  app: App,
  entity: Entity,
  filter: Filter,
  allowed: ReadonlySet<string>,
  reader: Reader,
): CheckedFilter {
  const field = allowed.has(filter.field) ? readableField(app, entity, filter.field, reader) : undefined
  if (!field) throw unknownField(String(filter.field))
  return checkValue(field, filter)
}

/** Checks operator and value against a field; see `checkFilter`. */
export function checkValue(field: Field, { field: path, operator, value }: Filter): CheckedFilter {
  const operators: readonly Operator[] = fieldTypes[field.type].operators
  if (!operators.includes(operator))
    throw new Fault(codes.refused, [
      `字段“${field.title[0]}”不支持此查询方式`,
      `"${field.title[1]}" cannot be searched this way`,
    ])
  const { variant, values } = valuesOf(field, operator, value)
  return { field: path, operator, values, shape: `${path} ${operator} ${variant}` }
}

function valuesOf(field: Field, operator: Operator, value: unknown): { variant: string; values: unknown[] } {
  switch (operator) {
    case 'empty':
      if (typeof value !== 'boolean') throw wrongValue(field)
      return { variant: value ? 'yes' : 'no', values: [] }
    case 'contains': {
      const text = textValue(field, value)
      return { variant: text.includes('*') ? 'stars' : isShort(text) ? 'short' : '', values: [containing(text)] }
    }
    case 'in': {
      if (!Array.isArray(value) || value.length > mostValues) throw wrongValue(field)
      const wanted = value.map((item) => single(field, item))
      // Of one value PostgreSQL knows how often it occurs, of a list it does not.
      return wanted.length === 1 ? { variant: 'one', values: wanted } : { variant: '', values: [wanted] }
    }
    case 'between': {
      if (!Array.isArray(value) || value.length !== 2) throw wrongValue(field)
      const bounds = value.map((bound) =>
        bound === null || bound === undefined || bound === '' ? null : single(field, bound),
      )
      return { variant: bounds.map(boundVariant).join(), values: bounds.filter((bound) => bound !== null) }
    }
    case 'equals': {
      const wanted = single(field, value)
      return { variant: boundVariant(wanted), values: [wanted] }
    }
    default:
      throw wrongValue(field)
  }
}

const day = /^\d{4}-\d\d-\d\d$/
const boundVariant = (bound: unknown) =>
  bound === null ? '-' : typeof bound === 'string' && day.test(bound) ? 'day' : 'value'

function single(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'ref': {
      const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
      if (Number.isSafeInteger(id)) return id
      break
    }
    case 'int':
    case 'money':
    case 'decimal':
      if (
        (typeof value === 'number' && Number.isFinite(value)) ||
        (typeof value === 'string' && /^-?\d{1,30}(\.\d{1,20})?$/.test(value))
      )
        return String(value)
      break
    case 'date':
      if (typeof value === 'string' && dayOf(value) !== null) return value
      break
    case 'datetime': {
      if (typeof value !== 'string') break
      if (dayOf(value) !== null) return value
      // In UTC: the database knows fewer offsets than ISO 8601.
      const moment = momentOf(value)
      if (moment !== null) return isoOfMoment(moment)
      break
    }
    case 'boolean':
      if (typeof value === 'boolean') return value
      break
    default:
      return textValue(field, value)
  }
  throw wrongValue(field)
}

function textValue(field: Field, value: unknown): string {
  if (typeof value !== 'string' || value.length > longestText || value.includes('\0')) throw wrongValue(field)
  return value
}

function wrongValue(field: Field): Fault {
  return new Fault(codes.refused, [
    `“${field.title[0]}”的查询值不正确`,
    `The value to search "${field.title[1]}" for is not right`,
  ])
}

const valueTypes: Partial<Record<FieldType, ValueType>> = {
  ref: 'record',
  int: 'number',
  money: 'number',
  decimal: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'boolean',
}
const listTypes: Partial<Record<FieldType, string>> = {
  ref: 'bigint[]',
  int: 'numeric[]',
  money: 'numeric[]',
  decimal: 'numeric[]',
  boolean: 'boolean[]',
}

/** The condition on the rows of a frame; its values are taken from the request's values from `first` on. */
export function filterSql(frame: Frame, { field: path, operator, shape }: CheckedFilter, first: number): Sql {
  const { owner, field } = end(frame, path)
  const type = field?.type ?? 'string'
  const variant = shape.slice(path.length + operator.length + 2)
  if (operator === 'contains') return containsSql(frame, path, variant, first)
  if (operator === 'empty') {
    const empty = emptySql(frame, path)
    return variant === 'yes' ? sql`(${empty})` : sql`NOT (${empty})`
  }
  const value = visibleSql(frame, path)
  return comparedSql(owner, { value, type, operator, variant }, first)
}

/** `equals`, `in` or `between` on an expression of a type. */
export function comparedSql(
  { planning }: Frame,
  { value, type, operator, variant }: { value: Sql; type: FieldType; operator: Operator; variant: string },
  first: number,
): Sql {
  const given = (at: number, of: ValueType = valueTypes[type] ?? 'text') => parameter(of, (asked) => asked.values?.[at])
  const start = (at: number) =>
    type === 'datetime' ? dayStart(given(at, 'date'), planning.app.product.timezone) : given(at)
  const nextStart = (at: number) =>
    type === 'datetime' ? dayStart(sql`${given(at, 'date')} + 1`, planning.app.product.timezone) : given(at)
  if (operator === 'in' && variant === 'one') return sql`${value} = ${given(first)}`
  if (operator === 'in')
    return sql`${value} = ANY(${parameter('list', (asked) => asked.values?.[first])}${raw(listTypes[type] ? `::${listTypes[type]}` : '')})`
  if (operator === 'equals')
    return variant === 'day' && type === 'datetime'
      ? sql`(${value} >= ${start(first)} AND ${value} < ${nextStart(first)})`
      : sql`${value} = ${given(first)}`
  const [from, to] = variant.split(',')
  const conditions: Sql[] = []
  if (from !== '-') conditions.push(sql`${value} >= ${from === 'day' ? start(first) : given(first)}`)
  const last = from === '-' ? first : first + 1
  // Both ends are meant: a day as the upper end of moments includes the whole day.
  if (to !== '-')
    conditions.push(
      to === 'day' && type === 'datetime' ? sql`${value} < ${nextStart(last)}` : sql`${value} <= ${given(last)}`,
    )
  return conditions.length > 0 ? sql`(${join(conditions, ' AND ')})` : raw('TRUE')
}

function containsSql(frame: Frame, path: string, variant: string, at: number): Sql {
  const { owner, field } = end(frame, path)
  const pattern = (change = (given: unknown) => given) => parameter('text', (asked) => change(asked.values?.[at]))
  if (field?.type === 'ref') return sql`${labelSql(step(owner, field))} ILIKE ${pattern()}`
  if (field?.type === 'address') {
    const value = visibleSql(frame, path)
    return sql`concat(${join(
      ['province', 'city', 'district', 'detail'].map((part) => sql`${value} ->> ${raw(`'${part}'`)}`),
      ', ',
    )}) ILIKE ${pattern()}`
  }
  const visible = visibleContains(frame, path, variant === 'stars', pattern)
  return variant === 'short' ? withTripled(frame, path, visible, pattern) : visible
}

/**
 * A part of a text in what the caller sees of a field. Every part of a masked text without a star is a part of the whole one as well, so the whole
 * one is asked too: it has the index.
 */
export function visibleContains(
  frame: Frame,
  path: string,
  stars: boolean,
  pattern: (change?: (given: unknown) => unknown) => Sql,
): Sql {
  const { owner, field } = end(frame, path)
  const visible = visibleSql(frame, path)
  const holds = (value: Sql) =>
    field && isNumberlike(field)
      ? sql`${value} LIKE ${pattern(numberPattern(owner.entity?.number))}`
      : sql`${value} ILIKE ${pattern()}`
  if (!field?.mask || stars || !field.stored || maskOf(owner, field) === 'never') return holds(visible)
  const whole = owner.column(field.name)
  const hidden = maskOf(owner, field) === 'always' ? maskSql(whole, field.mask.keep) : visible
  return sql`(${holds(whole)} AND ${holds(hidden)})`
}

function emptySql(frame: Frame, path: string): Sql {
  const { field } = end(frame, path)
  if (field?.type === 'lines') return sql`${lineCount(frame, path.split('.'))} = 0`
  const value = visibleSql(frame, path)
  if (field?.type === 'files') return sql`COALESCE(jsonb_array_length(${value}), 0) = 0`
  if (field && valueTypes[field.type] !== undefined) return sql`${value} IS NULL`
  if (field?.type === 'address') return sql`${value} IS NULL`
  return sql`COALESCE(${value}, '') = ''`
}

// Validates filters of a search and compiles them over the value that the caller may see.
// A masked field is searched by its masked text. An invalid value or operator is refused, never ignored. Periods
// relative to today become fixed days, so that one statement serves every day.
import { isDayType, valueTypes } from '../../../manifest/expression/values/valueTypes'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { numberPrefixes, type Entity } from '../../../manifest/model/entity'
import type { Field, FieldType } from '../../../manifest/model/field'
import type { ValueType } from '../../../manifest/model/rule'
import type { FilterOperator } from '../../../manifest/fieldTypes/definition'
import { fieldTypes } from '../../../manifest/fieldTypes/fieldTypes'
import { daysOfPeriod, isRelativePeriod } from '../../../manifest/expression/values/relativeDays'
import { dayAt, isoOfMoment, momentOf } from '../../../manifest/expression/values/calendar'
import { isDay } from '../../../manifest/expression/values/days'
import type { Filter } from '../../../protocol/calls'
import type { Context } from '../../context/context'
import { RequestError } from '../../../protocol/requestError'
import { labelSql, lineCount, joinReference } from '../expression/fieldSql'
import type { RowSource } from '../expression/rowSource'
import { dayStart } from '../expression/functionSql'
import { maskOf, maskSql } from '../expression/mask'
import { parameter } from '../expression/nameSql'
import { likePattern, isNumberlike, isShort, numberPattern, withLanguages, withTripled } from './trigram'
import type { Pattern } from './recordKeys'
import { pathEnd, readableField, unknownField, visibleSql } from '../policy/fieldAccess'

/**
 * A validated condition: `variant` distinguishes the statements of one operator on one field, `shape` those of all,
 * `values` are its parameters in order.
 */
export interface CheckedFilter {
  readonly field: string
  readonly operator: FilterOperator
  readonly variant: string
  readonly shape: string
  readonly values: readonly unknown[]
}

const maxValues = 500
/** Maximum characters of a search text. */
export const maxTextLength = 200

/**
 * Validates one condition of a request.
 * @throws RequestError field_not_available, operator_not_supported, filter_value_invalid
 */
export function checkFilter(
  context: Pick<Context, 'app' | 'caller' | 'now'>,
  entity: Entity,
  filter: Filter,
  allowed: ReadonlySet<string>,
): CheckedFilter {
  const field = allowed.has(filter.field) ? readableField(context.app, entity, filter.field, context.caller) : undefined
  if (!field) throw unknownField(String(filter.field))
  return checkFilterValue(context, field, filter)
}

/**
 * Orders combined conditions. Of several lists of values for one field only the first may use an index: before version
 * 17 PostgreSQL looks an index up for every combination of their values.
 */
export function withOneIndexedList<Condition extends CheckedFilter>(filters: readonly Condition[]): Condition[] {
  const listed = new Set<string>()
  return filters.map((filter) => {
    if (!isIndexedList(filter)) return filter
    if (listed.has(filter.field)) return { ...filter, ...inVariant(filter, 'also') }
    listed.add(filter.field)
    return filter
  })
}

/** Whether a list of values is looked up in an index of its field. */
export const isIndexedList = (filter: CheckedFilter): boolean => filter.operator === 'in' && filter.variant === ''

const inVariant = (filter: Omit<CheckedFilter, 'variant' | 'shape'>, variant: string): CheckedFilter => ({
  ...filter,
  variant,
  shape: `${filter.field} ${filter.operator} ${variant}`,
})

/** Validates operator and value against a field; see `checkFilter`. */
export function checkFilterValue(
  { app, now }: Pick<Context, 'app' | 'now'>,
  field: Field,
  { field: path, operator: requested, value }: Filter,
): CheckedFilter {
  const period = isRelativePeriod(requested) ? requested : undefined
  const operator = isRelativePeriod(requested) ? 'between' : requested
  const operators: readonly FilterOperator[] = fieldTypes[field.type].operators
  if (!operators.includes(operator) || (period && !isDayType(field.type)))
    throw new RequestError('operator_not_supported', { field: field.title })
  const given = period ? daysOfPeriod(period, value, dayAt(now, app.product.timezone)) : value
  const { variant, values } = valuesOf(field, operator, given)
  return inVariant({ field: path, operator, values }, variant)
}

function valuesOf(field: Field, operator: FilterOperator, value: unknown): { variant: string; values: unknown[] } {
  switch (operator) {
    case 'empty':
      if (typeof value !== 'boolean') throw wrongValue(field)
      return { variant: value ? 'yes' : 'no', values: [] }
    case 'contains': {
      const text = textValue(field, value)
      return { variant: text.includes('*') ? 'stars' : isShort(text) ? 'short' : '', values: [likePattern(text)] }
    }
    case 'in': {
      if (!Array.isArray(value) || value.length > maxValues) throw wrongValue(field)
      const operands = value.map((item) => single(field, item))
      // PostgreSQL knows how often a single value occurs, but not a list of values.
      return operands.length === 1 ? { variant: 'one', values: operands } : { variant: '', values: [operands] }
    }
    case 'between': {
      if (!Array.isArray(value) || value.length !== 2) throw wrongValue(field)
      const bounds = value.map((bound) =>
        bound === null || bound === undefined || bound === '' ? null : single(field, bound),
      )
      return { variant: bounds.map(boundVariant).join(), values: bounds.filter((bound) => bound !== null) }
    }
    case 'equals': {
      const operand = single(field, value)
      return { variant: boundVariant(operand), values: [operand] }
    }
    default:
      throw wrongValue(field)
  }
}

const day = /^\d{4}-\d\d-\d\d$/
const boundVariant = (bound: unknown) =>
  bound === null ? '-' : typeof bound === 'string' && day.test(bound) ? 'day' : 'value'

function single(field: Field, value: unknown): unknown {
  switch (valueTypes[field.type]) {
    case 'record': {
      const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
      if (Number.isSafeInteger(id)) return id
      break
    }
    case 'number':
      if (
        (typeof value === 'number' && Number.isFinite(value)) ||
        (typeof value === 'string' && /^-?\d{1,30}(\.\d{1,20})?$/.test(value))
      )
        return String(value)
      break
    case 'date':
      if (isDay(value)) return value
      break
    case 'datetime': {
      if (typeof value !== 'string') break
      if (isDay(value)) return value
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
  if (typeof value !== 'string' || value.length > maxTextLength || value.includes('\0')) throw wrongValue(field)
  return value
}

function wrongValue(field: Field): RequestError {
  return new RequestError('filter_value_invalid', { field: field.title })
}

/** How the values of a list are cast; texts need no cast. */
const listTypes: Partial<Record<ValueType, string>> = {
  record: 'bigint[]',
  number: 'numeric[]',
  boolean: 'boolean[]',
}

/** The condition on the rows of a source; its values are the request's values from `first` on. */
export function filterSql(source: RowSource, filter: CheckedFilter, first: number): Sql {
  const { field: path, operator } = filter
  const { owner, field } = pathEnd(source, path)
  const { variant } = filter
  if (operator === 'contains') return containsSql(source, path, variant, first)
  if (operator === 'empty') {
    const empty = emptySql(source, path)
    return variant === 'yes' ? sql`(${empty})` : sql`NOT (${empty})`
  }
  return comparison(owner, field?.type ?? 'string', filter, first)(visibleSql(source, path))
}

/** `equals`, `in` or `between` on expressions of a type; the filter's values are the request's from `first` on. */
export const comparison =
  (source: RowSource, type: FieldType, filter: CheckedFilter, first: number) =>
  (value: Sql): Sql => {
    const { planning } = source
    const { operator } = filter
    const { variant } = filter
    const input = (position: number, valueType: ValueType = valueTypes[type]) =>
      parameter(valueType, (bindings) => bindings.values?.[position])
    const start = (position: number) =>
      type === 'datetime' ? dayStart(input(position, 'date'), planning.app.product.timezone) : input(position)
    const nextStart = (position: number) =>
      type === 'datetime'
        ? dayStart(sql`${input(position, 'date')} + 1`, planning.app.product.timezone)
        : input(position)
    if (operator === 'in' && variant === 'one') return sql`${value} = ${input(first)}`
    if (operator === 'in') {
      const listType = listTypes[valueTypes[type]]
      const list = parameter('list', (bindings) => bindings.values?.[first])
      const among = sql`${value} = ANY(${list}${raw(listType === undefined ? '' : `::${listType}`)})`
      return variant === 'also' ? sql`(${among}) IS TRUE` : among
    }
    if (operator === 'equals')
      return variant === 'day' && type === 'datetime'
        ? sql`(${value} >= ${start(first)} AND ${value} < ${nextStart(first)})`
        : sql`${value} = ${input(first)}`
    const [from, to] = variant.split(',')
    const conditions: Sql[] = []
    if (from !== '-') conditions.push(sql`${value} >= ${from === 'day' ? start(first) : input(first)}`)
    const last = from === '-' ? first : first + 1
    // Both ends are inclusive: a day as the upper end of times includes the whole day.
    if (to !== '-')
      conditions.push(
        to === 'day' && type === 'datetime' ? sql`${value} < ${nextStart(last)}` : sql`${value} <= ${input(last)}`,
      )
    return conditions.length > 0 ? sql`(${join(conditions, ' AND ')})` : raw('TRUE')
  }

function containsSql(source: RowSource, path: string, variant: string, position: number): Sql {
  const { owner, field } = pathEnd(source, path)
  const pattern = (change = (input: unknown) => input) =>
    parameter('text', (bindings) => change(bindings.values?.[position]))
  if (field?.type === 'ref') return sql`${labelSql(joinReference(owner, field))} ILIKE ${pattern()}`
  if (field?.type === 'address') {
    const value = visibleSql(source, path)
    return sql`concat(${join(
      ['province', 'city', 'district', 'detail'].map((part) => sql`${value} ->> ${raw(`'${part}'`)}`),
      ', ',
    )}) ILIKE ${pattern()}`
  }
  const visible = visibleContains(source, path, variant === 'stars', pattern)
  return (variant === 'short' ? withTripled : withLanguages)(source, path, visible, pattern)
}

/**
 * A part of a text in what the caller sees of a field. Every part of a masked text without a star is a part of the
 * whole text as well, so test the whole text too: it has the index.
 */
export function visibleContains(source: RowSource, path: string, stars: boolean, pattern: Pattern): Sql {
  const { owner, field } = pathEnd(source, path)
  const visible = visibleSql(source, path)
  const holds = (value: Sql) =>
    field && isNumberlike(field)
      ? sql`${value} LIKE ${pattern(numberPattern(owner.entity ? numberPrefixes(owner.entity) : []))}`
      : sql`${value} ILIKE ${pattern()}`
  if (!field?.mask || stars || !field.stored || maskOf(owner, field) === 'never') return holds(visible)
  const unmasked = owner.column(field.name)
  const hidden = maskOf(owner, field) === 'always' ? maskSql(unmasked, field.mask.unmasked) : visible
  return sql`(${holds(unmasked)} AND ${holds(hidden)})`
}

function emptySql(source: RowSource, path: string): Sql {
  const { field } = pathEnd(source, path)
  if (field?.type === 'lines') return sql`${lineCount(source, path.split('.'))} = 0`
  const value = visibleSql(source, path)
  if (field?.type === 'files') return sql`COALESCE(jsonb_array_length(${value}), 0) = 0`
  return field ? sql`${value} IS NULL` : sql`COALESCE(${value}, '') = ''`
}

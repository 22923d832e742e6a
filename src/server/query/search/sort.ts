// Compiles sort orders and the start of a page: by visible value, then by id in the same direction.
// So every row has one position. Texts sort for Chinese readers, choices by dictionary, references by label.
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import { jsonIn } from '../../../manifest/json/jsonText'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Field } from '../../../manifest/model/field'
import type { Sort, ValueType } from '../../../manifest/model/rule'
import { momentOf } from '../../../manifest/expression/values/calendar'
import { isDay } from '../../../manifest/expression/values/days'
import { exactOf } from '../../../manifest/expression/values/decimal'
import { RequestError } from '../../../protocol/requestError'
import { textArray } from '../../database/sql/literal'
import { isText, labelSql, joinReference } from '../expression/fieldSql'
import type { RowSource } from '../expression/rowSource'
import { parameter } from '../expression/nameSql'
import { pathEnd, visibleSql } from '../policy/fieldAccess'

/** The collation that migrate creates: pinyin where the server has it, else by code points. */
export const textOrder = '_order'

interface SortKey {
  readonly value: Sql
  readonly type: ValueType
  readonly nullable: boolean
}

/** The expression that a path is sorted by. */
export function sortKey(source: RowSource, path: string): SortKey {
  const { owner, field } = pathEnd(source, path)
  if (!field) return { value: collated(visibleSql(source, path)), type: 'text', nullable: true }
  if (field.type === 'ref')
    return { value: collated(labelSql(joinReference(owner, field))), type: 'text', nullable: true }
  const value = visibleSql(source, path)
  const places = placesOf(owner, field)
  if (places) return { value: sql`array_position(${textArray(places)}, ${value})`, type: 'number', nullable: true }
  if (isText(field))
    return { value: field.name === 'no' && field.system ? value : collated(value), type: 'text', nullable: true }
  return { value, type: typeOf(field), nullable: !(owner === source && neverEmpty.has(field.name) && field.system) }
}

const neverEmpty = new Set(['id', 'createdAt', 'version'])

function collated(value: Sql): Sql {
  return sql`${value} COLLATE ${raw(`"${textOrder}"`)}`
}

// Codes have no meaningful order by letters: use that of the dictionary, or of the states.
function placesOf({ entity, planning }: RowSource, field: Field): readonly string[] | undefined {
  if (field.name === 'state' && entity) return Object.keys(entity.states)
  return field.dictionary ? planning.app.dictionaries[field.dictionary]?.items.map((item) => item.code) : undefined
}

function typeOf(field: Field): ValueType {
  const valueType = valueTypes[field.type]
  switch (valueType) {
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'number':
      return valueType
    case 'text':
    case 'record':
    case 'files':
    case 'lines':
    case 'address':
      throw new Error(`Values of "${field.name}" have no order; the compiler lets no list be sorted by it.`)
    default:
      return valueType satisfies never
  }
}

type OrderKey = Pick<SortKey, 'value' | 'nullable'> & { readonly descending?: boolean }

/** The keys of a further order, each in its own direction. */
export const furtherKeys = (source: RowSource, sorts: readonly Sort[]): OrderKey[] =>
  sorts.map(({ field, descending }) => ({ ...sortKey(source, field), descending }))

/** `ORDER BY` of a list's rows. @param before what comes before its order */
export const listOrder = (
  source: RowSource,
  { sort, thenBy }: { readonly sort: Sort; readonly thenBy: readonly Sort[] },
  before?: Sql,
): Sql =>
  orderSql(sortKey(source, sort.field), source.column('id'), { ...sort, before, thenBy: furtherKeys(source, thenBy) })

interface OrderOptions {
  readonly descending?: boolean
  /** What comes before the key. */
  readonly before?: Sql | undefined
  /** What rows with the same key are ordered by, before their id. */
  readonly thenBy?: readonly OrderKey[]
}

/** `ORDER BY` of a key, further ones and the id. */
export function orderSql(
  key: Pick<SortKey, 'value' | 'nullable'>,
  id: Sql,
  { descending = false, before, thenBy = [] }: OrderOptions = {},
): Sql {
  const keys = [{ ...key, descending }, ...thenBy].map(directed)
  return sql`ORDER BY ${before ? sql`${before}, ` : empty}${join(keys, ', ')}, ${id} ${raw(wayOf(descending))}`
}

const wayOf = (descending: boolean) => (descending ? 'DESC' : 'ASC')

const directed = ({ value, nullable, descending = false }: OrderKey): Sql =>
  sql`${value} ${raw(nullable ? `${wayOf(descending)} NULLS LAST` : wayOf(descending))}`

/**
 * The rows after the last one of a page; `isKnown` means that row had a value to sort by. Takes the value and the id
 * from the request.
 */
export function afterSql(
  { value, nullable, type, descending }: SortKey & Pick<Sort, 'descending'>,
  id: Sql,
  isKnown: boolean,
  first: number,
): Sql {
  const sign = raw(descending ? '<' : '>')
  const lastId = parameter('record', (bindings) => bindings.values?.[first + 1])
  if (!isKnown) return sql`(${value} IS NULL AND ${id} ${sign} ${lastId})`
  const last = parameter(type, (bindings) => bindings.values?.[first])
  const afterLast = sql`(${value}, ${id}) ${sign} (${last}, ${lastId})`
  return nullable ? sql`(${afterLast} OR ${value} IS NULL)` : afterLast
}

const encodeCursor = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor; none of a damaged one. */
function cursorParts(after: string): readonly unknown[] {
  const parts = jsonIn(Buffer.from(after, 'base64url').toString())
  return Array.isArray(parts) ? parts : []
}

/** An opaque cursor behind so many rows, where no key is the position of one; `shape` identifies the list. */
export const encodeRowsBefore = (shape: readonly unknown[], rows: number): string => encodeCursor([shape, rows])

/**
 * The number of rows before a page.
 * @throws RequestError page_position_expired when the cursor is damaged or belongs to another list
 */
export function decodeRowsBefore(after: string, shape: readonly unknown[]): number {
  const [of, rows] = cursorParts(after)
  if (JSON.stringify(of) === JSON.stringify(shape) && Number.isSafeInteger(rows) && Number(rows) >= 0)
    return Number(rows)
  throw new RequestError('page_position_expired')
}

/** An opaque cursor for the position of a row. */
export const encodeAfter = (sort: Sort, key: unknown, id: number): string =>
  encodeCursor([sort.field, sort.descending ? 1 : 0, key ?? null, id])

/**
 * The position of a cursor; `field` is the sort field.
 * @throws RequestError page_position_expired when it is damaged or belongs to another order
 */
export function decodeAfter(
  after: string,
  sort: Sort,
  field: Field,
): { readonly key: string | number | boolean | null; readonly id: number } {
  const [path, descending, input, id] = cursorParts(after)
  const key = keyOf(input, field)
  if (path === sort.field && descending === (sort.descending ? 1 : 0) && key !== undefined && Number.isSafeInteger(id))
    return { key, id: id as number }
  throw new RequestError('page_position_expired')
}

/**
 * A value as list rows have it in this field; undefined for any other: a cursor comes from the client and may be
 * forged.
 */
function keyOf(key: unknown, field: Field): string | number | boolean | null | undefined {
  if (key === null) return null
  switch (keyTypeOf(field)) {
    case 'number':
      return exactOf(key)?.toFixed()
    case 'boolean':
      return typeof key === 'boolean' ? key : undefined
    case 'date':
      return isDay(key) ? key : undefined
    case 'datetime':
      return typeof key === 'string' ? (momentOf(key) ?? undefined) : undefined
    default:
      return typeof key === 'string' && !key.includes('\0') ? key : undefined
  }
}

// A value that sorts by its position in a dictionary is identified by that position.
function keyTypeOf(field: Field): ValueType {
  if (field.name === 'state' || field.dictionary !== undefined) return 'number'
  return field.type === 'ref' || isText(field) ? 'text' : typeOf(field)
}

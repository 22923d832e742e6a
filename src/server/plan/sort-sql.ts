// In which order do records come, and where does a page go on? By the visible value, then by id in the same direction, so that every row has one
// place. Texts are ordered for Chinese readers, choices as their dictionary, references by label.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Field, Sort, ValueType } from '../../manifest/app'
import { dayOf, momentOf } from '../../manifest/rule/calendar'
import { exactOf } from '../../manifest/rule/exact'
import { codes, Fault } from '../../protocol/envelope'
import { textArray } from './constant'
import { isText, labelSql, step } from './field-sql'
import type { Frame } from './frame'
import { parameter } from './name-sql'
import { end, visibleSql } from './visible-sql'

/** The collation that migrate makes: pinyin where the server knows it, else by character numbers. */
export const textOrder = '_order'

export interface SortKey {
  readonly value: Sql
  readonly type: ValueType
  readonly nullable: boolean
}

/** The expression that a path is sorted by. */
export function sortKey(frame: Frame, path: string): SortKey {
  const { owner, field } = end(frame, path)
  if (!field) return { value: collated(visibleSql(frame, path)), type: 'text', nullable: true }
  if (field.type === 'ref') return { value: collated(labelSql(step(owner, field))), type: 'text', nullable: true }
  const value = visibleSql(frame, path)
  const places = placesOf(owner, field)
  if (places) return { value: sql`array_position(${textArray(places)}, ${value})`, type: 'number', nullable: true }
  if (isText(field))
    return { value: field.name === 'no' && field.system ? value : collated(value), type: 'text', nullable: true }
  return { value, type: typeOf(field), nullable: !(owner === frame && neverEmpty.has(field.name) && field.system) }
}

const neverEmpty = new Set(['id', 'createdAt', 'version'])

function collated(value: Sql): Sql {
  return sql`${value} COLLATE ${raw(`"${textOrder}"`)}`
}

// Codes mean nothing by their letters: their order is that of the dictionary, or of the states.
function placesOf({ entity, planning }: Frame, field: Field): readonly string[] | undefined {
  if (field.name === 'state' && entity) return Object.keys(entity.states)
  return field.dictionary ? planning.app.dictionaries[field.dictionary]?.items.map((item) => item.code) : undefined
}

function typeOf(field: Field): ValueType {
  switch (field.type) {
    case 'date':
    case 'datetime':
    case 'boolean':
      return field.type
    case 'int':
    case 'money':
    case 'decimal':
      return 'number'
    default:
      throw new Fault(codes.refused, [
        `不能按“${field.title[0]}”排序`,
        `Records cannot be sorted by "${field.title[1]}"`,
      ])
  }
}

/** `ORDER BY` of a key and the id. */
export function orderSql({ value, nullable }: Pick<SortKey, 'value' | 'nullable'>, id: Sql, descending: boolean): Sql {
  const way = descending ? 'DESC' : 'ASC'
  return sql`ORDER BY ${value} ${raw(nullable ? `${way} NULLS LAST` : way)}, ${id} ${raw(way)}`
}

/** The rows behind the last one of a page; `known` says whether that row had a value to sort by. Takes the value and the id from the request. */
export function afterSql(
  { value, nullable, type }: SortKey,
  id: Sql,
  descending: boolean,
  known: boolean,
  first: number,
): Sql {
  const sign = raw(descending ? '<' : '>')
  const lastId = parameter('record', (asked) => asked.values?.[first + 1])
  if (!known) return sql`(${value} IS NULL AND ${id} ${sign} ${lastId})`
  const last = parameter(type, (asked) => asked.values?.[first])
  const behind = sql`(${value}, ${id}) ${sign} (${last}, ${lastId})`
  return nullable ? sql`(${behind} OR ${value} IS NULL)` : behind
}

/** The opaque name of a row's place. */
export function encodeAfter(sort: Sort, key: unknown, id: number): string {
  return Buffer.from(JSON.stringify([sort.field, sort.descending ? 1 : 0, key ?? null, id])).toString('base64url')
}

/**
 * The place that `after` names; `field` is what is sorted by.
 * @throws Fault 2001 when it is damaged or belongs to another order
 */
export function decodeAfter(
  after: string,
  sort: Sort,
  field: Field,
): { readonly key: string | number | boolean | null; readonly id: number } {
  try {
    const place: unknown = JSON.parse(Buffer.from(String(after), 'base64url').toString())
    const [path, descending, given, id] = Array.isArray(place) ? (place as unknown[]) : []
    const key = keyOf(given, field)
    if (
      path === sort.field &&
      descending === (sort.descending ? 1 : 0) &&
      key !== undefined &&
      Number.isSafeInteger(id)
    )
      return { key, id: id as number }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Fault(codes.refused, [
    '翻页位置已失效，请返回第一页',
    'This page no longer fits the list; go back to the first page',
  ])
}

/** A value as the rows of a list have it in this field; undefined for any other: a place comes back from outside and may be forged. */
function keyOf(key: unknown, field: Field): string | number | boolean | null | undefined {
  if (key === null) return null
  switch (keyTypeOf(field)) {
    case 'number':
      return exactOf(key)?.toFixed()
    case 'boolean':
      return typeof key === 'boolean' ? key : undefined
    case 'date':
      return typeof key === 'string' ? (dayOf(key) ?? undefined) : undefined
    case 'datetime':
      return typeof key === 'string' ? (momentOf(key) ?? undefined) : undefined
    default:
      return typeof key === 'string' && !key.includes('\0') ? key : undefined
  }
}

// What is ordered by its place in a dictionary is known by that place.
function keyTypeOf(field: Field): ValueType {
  if (field.name === 'state' || field.dictionary !== undefined) return 'number'
  return field.type === 'ref' || isText(field) ? 'text' : typeOf(field)
}

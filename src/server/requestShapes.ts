// Does a derived call's request have the shape that protocol/calls.ts promises? What does not is refused field by field before anything is asked of the data.
// Names and values are judged later, by the operations; unknown keys are refused, since a misspelt filter must not find everything.
import { Ajv, type ErrorObject, type SchemaObject } from 'ajv'
import type { Text } from '../manifest/app'
import { filterOperators } from '../manifest/fields/definition'
import { codes, Fault } from '../protocol/envelope'
import { isKeepable } from './keepable'

const text = { type: 'string', maxLength: 200 }
const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const flag = { type: 'boolean' }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const key = { type: 'string', minLength: 8, maxLength: 64, keepable: true }
const anything = {}
const values = { type: 'object' }
const note = { type: ['string', 'null'], maxLength: 2_000 }
const filters = {
  type: 'array',
  maxItems: 50,
  items: object({ field: text, operator: { enum: [...filterOperators] }, value: anything }, ['field', 'operator']),
}
const sort = object({ field: text, descending: flag }, ['field', 'descending'])
const behind = object({ screen: text, number: text, from: day, to: day, filters }, ['screen', 'number'])
const found = {
  screen: text,
  behind,
  filters,
  words: text,
  tab: text,
  sort,
  columns: { type: 'array', items: text, maxItems: 200 },
}

/** Requests by path; all of them may carry the marker `client`. */
export const requestShapes = {
  '/api/screen': object({ path: text }, ['path']),
  '/api/entity': object({ entity: text }, ['entity']),
  '/api/list': object(
    {
      ...found,
      page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      size: { type: 'integer', minimum: 1, maximum: 200 },
      after: { type: 'string', maxLength: 4_000 },
      want: object({ rows: flag, total: { enum: ['capped', 'exact'] }, tabs: flag, sums: flag }),
    },
    ['screen'],
  ),
  '/api/thumbnail': object({ id: text, entity: text, record: id }, ['id']),
  '/api/reminder': object({ screen: text }, ['screen']),
  '/api/record': object({ entity: text, id }, ['entity', 'id']),
  // Whoever changes a record says which version of it she saw.
  '/api/run': {
    ...object({ entity: text, transition: text, id, version: id, values, note, key }, ['entity', 'transition', 'key']),
    dependencies: { id: ['version'] },
  },
  '/api/batch': object(
    {
      entity: text,
      transition: text,
      values,
      note,
      key,
      records: { type: 'array', minItems: 1, maxItems: 500, items: object({ id, version: id }, ['id', 'version']) },
    },
    ['entity', 'transition', 'records', 'key'],
  ),
  '/api/options': object(
    {
      entity: text,
      transition: text,
      screen: text,
      field: text,
      id,
      input: values,
      words: text,
      ids: { type: 'array', items: id, maxItems: 500 },
    },
    ['field'],
  ),
  '/api/timeline': object({ entity: text, id, before: id }, ['entity', 'id']),
  '/api/export': object({ ...found, from: day, to: day, group: text, format: { enum: ['xlsx', 'csv'] } }, [
    'screen',
    'format',
  ]),
  '/api/calendar': object({ screen: text, from: day, to: day, filters }, ['screen', 'from', 'to']),
  '/api/report': object({ screen: text, from: day, to: day, group: text, filters }, ['screen']),
  '/api/dashboard': object({ screen: text }, ['screen']),
  '/api/outside': object({ screen: text, again: flag }, ['screen']),
  '/api/outside/launch': object({}, []),
  '/api/outside/password': object({ password: { type: 'string', minLength: 1, maxLength: 200 } }, ['password']),
  '/api/preference': object(
    { name: { type: 'string', minLength: 1, maxLength: 100, keepable: true }, value: { keepable: true } },
    ['name', 'value'],
  ),
} satisfies Record<string, SchemaObject>

export type ShapedPath = keyof typeof requestShapes

/** Levels of a request: lines of a form within the values of a run need six. */
const deepest = 20

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, ownProperties: true })
ajv.addKeyword({
  keyword: 'keepable',
  schemaType: 'boolean',
  validate: (_: boolean, value: unknown) => isKeepable(value),
  errors: false,
})
const checks = new Map(Object.entries(requestShapes).map(([path, shape]) => [path, ajv.compile(shape)]))

/**
 * The body of a derived call, without `client`.
 * @throws Fault 2001 with one error a wrong field
 */
export function readShape<T>(path: ShapedPath, body: unknown): T {
  if (isDeeperThan(deepest, body)) throw new Fault(codes.refused, ['请求格式不正确', 'The request cannot be read'])
  const { client: _client, ...request } = isObject(body) ? body : {}
  const check = checks.get(path)!
  if (isObject(body) && check(request)) return request as T
  const errors = isObject(body) ? (check.errors ?? []) : []
  const fields: Record<string, Text> = {}
  for (const error of errors) fields[placeOf(error)] ??= sentenceOf(error)
  throw new Fault(codes.refused, ['请求参数不正确', 'The request is not as it must be'], { fields })
}

function object(properties: Record<string, object>, required: readonly string[] = []): SchemaObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** Level by level: what is nested a million times would exhaust whatever goes down into it. */
function isDeeperThan(most: number, body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function placeOf({ instancePath, params }: ErrorObject): string {
  const named =
    (params as { missingProperty?: string; additionalProperty?: string }).missingProperty ??
    (params as { additionalProperty?: string }).additionalProperty
  return [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [named])].join('.')
}

function sentenceOf({ keyword }: ErrorObject): Text {
  if (keyword === 'required' || keyword === 'dependencies') return ['必填', 'Required']
  if (keyword === 'keepable') return ['含有无法保存的字符', 'Contains characters that cannot be kept']
  if (keyword === 'additionalProperties') return ['未知参数', 'Unknown name']
  return ['格式不正确', 'Not as it must be']
}

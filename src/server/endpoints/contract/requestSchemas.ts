// Validates the requests of derived calls against the shapes of protocol/calls.ts.
// Refuses unknown keys too: a misspelled filter must not match everything.
// Operations check names and values later.
import { Ajv, type ErrorObject, type KeywordDefinition, type SchemaObject } from 'ajv'
import type { LocalizableText } from '../../../manifest/expression/message'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { filterOperators } from '../../../manifest/fieldTypes/definition'
import { conditionOperators } from '../../../manifest/fieldTypes/conditionOperators'
import { maxDocuments } from '../../../protocol/fileCalls'
import { importRowStates } from '../../../protocol/exchange/exchangeCalls'
import { sharingReaches } from '../../../protocol/screenCalls'
import { RequestError } from '../../../protocol/requestError'
import { isStorableText } from '../../context/storableText'
import { extentOf } from './requestExtent'
import { closedShape } from './closedShape'
import { signInShapes } from './signInShapes'

const text = { type: 'string', maxLength: 200 }
const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const flag = { type: 'boolean' }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const key = { type: 'string', minLength: 8, maxLength: 64, keepable: true }
const anything = {}
const values = { type: 'object' }
const note = { type: ['string', 'null'], maxLength: 2_000 }
const running = ['entity', 'transition', 'key']
const filters = {
  type: 'array',
  maxItems: 50,
  mostValues: 2_000,
  items: closedShape({ field: text, operator: { enum: [...filterOperators] }, value: anything }, ['field', 'operator']),
}
const leaf = closedShape({ field: text, operator: { enum: [...conditionOperators] }, value: anything }, [
  'field',
  'operator',
])
const tree = (inner: readonly object[]) => {
  const parts = { type: 'array', minItems: 1, maxItems: 20, items: { anyOf: [leaf, ...inner] } }
  return [closedShape({ all: parts }, ['all']), closedShape({ any: parts }, ['any'])]
}
const conditions = { anyOf: [leaf, ...tree(tree(tree([])))] }
const sort = closedShape({ field: text, descending: flag }, ['field', 'descending'])
const drillDown = closedShape({ screen: text, number: text, from: day, to: day, filters }, ['screen', 'number'])
const match = {
  screen: text,
  drillDown,
  filters,
  conditions,
  words: text,
  tab: text,
  sort,
  columns: { type: 'array', items: text, maxItems: 200 },
}

const manifestPath = {
  type: 'string',
  maxLength: 200,
  pattern: '^(?!language/|demo/)([A-Za-z0-9_-]+/)*[A-Za-z0-9_.-]+\\.json$',
}
const changedFiles = {
  type: 'array',
  maxItems: 20,
  items: closedShape({ path: manifestPath, text: { type: ['string', 'null'], maxLength: 100_000 } }, ['path', 'text']),
}

const idList = (maxItems: number) => ({ type: 'array', items: id, minItems: 1, maxItems, uniqueItems: true })

/** Request schemas by path; all of them accept the marker `client`. */
export const requestShapes = {
  ...signInShapes,
  '/api/screen': closedShape({ path: text }, ['path']),
  '/api/entity': closedShape({ entity: text }, ['entity']),
  '/api/list': closedShape(
    {
      ...match,
      page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      size: { type: 'integer', minimum: 1, maximum: 200 },
      after: { type: 'string', maxLength: 4_000 },
      want: closedShape({ rows: flag, total: { enum: ['capped', 'exact'] }, tabs: flag, sums: flag }),
    },
    ['screen'],
  ),
  '/api/thumbnail': closedShape({ id: text, entity: text, record: id }, ['id']),
  '/api/record': closedShape({ entity: text, id }, ['entity', 'id']),
  // A change names the version of the record that the user saw.
  '/api/run': {
    ...closedShape({ entity: text, transition: text, id, version: id, values, note, key, factorProof: text }, running),
    dependencies: { id: ['version'] },
  },
  '/api/batch': closedShape(
    {
      entity: text,
      transition: text,
      values,
      note,
      key,
      records: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: closedShape({ id, version: id }, ['id', 'version']),
      },
    },
    ['entity', 'transition', 'records', 'key'],
  ),
  '/api/options': closedShape(
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
  '/api/find': closedShape({ words: { type: 'string', maxLength: 200 } }, ['words']),
  '/api/documents': closedShape({ entity: text, ids: idList(maxDocuments), document: text }, [
    'entity',
    'ids',
    'document',
  ]),
  '/api/document': closedShape({ entity: text, id, document: text }, ['entity', 'id', 'document']),
  '/api/turn': closedShape({ entity: text, id }, ['entity', 'id']),
  '/api/why': {
    ...closedShape({ screen: text, entity: text, transition: text, id }),
    dependencies: { id: ['entity'], transition: ['entity'] },
  },
  '/api/undo': closedShape({ run: text }, ['run']),
  '/api/timeline': closedShape({ entity: text, id, before: id }, ['entity', 'id']),
  '/api/uploads': closedShape({ name: text, size: id }, ['name', 'size']),
  '/api/uploads/state': closedShape({ id: text }, ['id']),
  '/api/notes': closedShape({ entity: text, id, before: id }, ['entity', 'id']),
  '/api/notes/write': closedShape(
    {
      entity: text,
      id,
      text: { type: 'string', minLength: 1, maxLength: 2_000, keepable: true },
      mentions: { type: 'array', items: id, maxItems: 20, uniqueItems: true },
      files: { type: 'array', items: text, maxItems: 20, uniqueItems: true },
      corrects: id,
      key,
    },
    ['entity', 'id', 'text', 'key'],
  ),
  '/api/notes/people': closedShape({ entity: text, id, words: text }, ['entity', 'id', 'words']),
  '/api/export': closedShape({ ...match, from: day, to: day, group: text, format: { enum: ['xlsx', 'csv'] } }, [
    'screen',
    'format',
  ]),
  '/api/exchange/template': closedShape({ screen: text }, ['screen']),
  '/api/exchange/export': closedShape({ screen: text, filters, conditions, words: text, tab: text, sort }, ['screen']),
  '/api/exchange/begin': closedShape(
    {
      screen: text,
      file: text,
      columns: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: { type: ['string', 'null'], maxLength: 200 },
      },
    },
    ['screen', 'file'],
  ),
  '/api/exchange/latest': closedShape({ screen: text }, ['screen']),
  '/api/exchange/receipts': closedShape({ screen: text }, ['screen']),
  '/api/exchange/takeBack': closedShape({ import: id }, ['import']),
  '/api/exchange/step': closedShape({ import: id }, ['import']),
  '/api/exchange/discard': closedShape({ import: id }, ['import']),
  '/api/exchange/outcome': closedShape({ import: id }, ['import']),
  '/api/exchange/confirm': closedShape(
    { import: id, overwrite: { anyOf: [flag, { type: 'array', items: id, maxItems: 10_000 }] } },
    ['import', 'overwrite'],
  ),
  '/api/exchange/rows': closedShape(
    { import: id, states: { type: 'array', items: { enum: [...importRowStates] }, maxItems: 20 }, after: id },
    ['import'],
  ),
  '/api/calendar': closedShape({ screen: text, from: day, to: day, filters }, ['screen', 'from', 'to']),
  '/api/report': closedShape({ screen: text, from: day, to: day, group: text, filters }, ['screen']),
  '/api/dashboard': closedShape({ screen: text }, ['screen']),
  '/api/integration': closedShape({ screen: text, again: flag }, ['screen']),
  '/api/integration/launch': closedShape({}),
  '/api/integration/password': closedShape({ password: { type: 'string', minLength: 1, maxLength: 200 } }, [
    'password',
  ]),
  '/api/preference': closedShape(
    {
      name: { type: 'string', minLength: 1, maxLength: 100, keepable: true },
      value: { keepable: true },
      sharedWith: { enum: [...sharingReaches] },
    },
    ['name', 'value'],
  ),
} satisfies Record<string, SchemaObject>

export type ShapedPath = keyof typeof requestShapes

/** Input schemas of the tools of agents by name. */
export const toolShapes = {
  explain: closedShape({ name: text }, ['name']),
  check: closedShape({ files: changedFiles }),
  plan: closedShape({ files: { ...changedFiles, minItems: 1 } }, ['files']),
  propose: closedShape({ title: { ...text, minLength: 1, maxLength: 100 }, files: { ...changedFiles, minItems: 1 } }, [
    'title',
    'files',
  ]),
  query: closedShape(
    {
      screen: text,
      words: text,
      filters,
      conditions,
      tab: text,
      sort,
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      size: { type: 'integer', minimum: 1, maximum: 50 },
    },
    ['screen'],
  ),
} satisfies Record<string, SchemaObject>

export type ToolName = keyof typeof toolShapes

const keywords: KeywordDefinition[] = [
  {
    keyword: 'keepable',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => isStorableText(value),
    errors: false,
  },
  // Limits the values that one search compares with every record, whatever its conditions.
  {
    keyword: 'mostValues',
    schemaType: 'number',
    validate: (limit: number, conditions: unknown) =>
      !Array.isArray(conditions) ||
      conditions.reduce<number>((sum, condition) => {
        const value: unknown = isObject(condition) ? condition.value : undefined
        return sum + (Array.isArray(value) ? value.length : 1)
      }, 0) <= limit,
    errors: false,
  },
]

/** Maximum errors reported per request, and parts of a request beyond which validation stops at the first. */
const mostTold = 20
const mostSearched = 2_000

const ajvOf = (allErrors: boolean) => {
  const ajv = new Ajv({ allErrors, strict: true, allowUnionTypes: true, ownProperties: true })
  for (const keyword of keywords) ajv.addKeyword(keyword)
  return new Map(Object.entries({ ...requestShapes, ...toolShapes }).map(([path, shape]) => [path, ajv.compile(shape)]))
}
/** Up to the first error, or all errors: a million errors would take as long as a million requests. */
const checks = { first: ajvOf(false), all: ajvOf(true) }

/**
 * The body of a derived call, or the input of a tool, without `client`.
 * @throws RequestError 2001 with one error per invalid field, for at most twenty
 */
export function readShape<T>(path: ShapedPath | ToolName, body: unknown): T {
  const { deep, parts } = extentOf(body)
  if (deep) throw new RequestError('request_too_deep')
  const { client: _client, ...request } = isObject(body) ? body : {}
  const first = checks.first.get(path)!
  if (isObject(body) && first(request)) return request as T
  const check = parts > mostSearched ? first : checks.all.get(path)!
  const errors = isObject(body) && !check(request) ? (check.errors ?? []) : []
  const fields: Record<string, LocalizableText> = {}
  for (const error of errors.slice(0, mostTold)) fields[placeOf(error)] ??= sentenceOf(error)
  throw new RequestError('parameters_invalid', {}, { fields })
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

function sentenceOf({ keyword }: ErrorObject): LocalizableText {
  return fieldError(keywordErrors[keyword as keyof typeof keywordErrors] ?? 'parameter_invalid')
}

/** Field error by the keyword that a parameter breaks; of any other keyword `parameter_invalid`. */
const keywordErrors = {
  required: 'required',
  dependencies: 'required',
  keepable: 'characters_not_storable',
  mostValues: 'too_many_values',
  additionalProperties: 'unknown_name',
} as const

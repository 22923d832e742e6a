// Validates the requests of derived calls by their shapes; operations check names and values later.
import { isPlainObject } from '../../../manifest/json/jsonText'
import { Ajv, type ErrorObject, type KeywordDefinition, type SchemaObject, type ValidateFunction } from 'ajv'
import type { LocalizableText } from '../../../manifest/expression/message'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { RequestError } from '../../../protocol/requestError'
import { requestShapes, toolShapes, type ShapedPath, type ToolName } from './requestSchemas'

const keywords: KeywordDefinition[] = [
  {
    keyword: 'keepable',
    schemaType: 'boolean',
    validate: (_: boolean, value: unknown) => isStorableText(value),
    errors: false,
  },
  // Limits the values that one search compares with every record, whatever its conditions.
  {
    keyword: 'maxValues',
    schemaType: 'number',
    validate: (limit: number, conditions: unknown) =>
      !Array.isArray(conditions) ||
      conditions.reduce<number>((sum, condition) => {
        const value: unknown = isPlainObject(condition) ? condition.value : undefined
        return sum + (Array.isArray(value) ? value.length : 1)
      }, 0) <= limit,
    errors: false,
  },
]

/** Maximum errors reported of a request. */
const maxReported = 20
/** Values of a request beyond which validation stops at the first error. */
const maxCheckedParts = 2_000

const shapes: Readonly<Record<ShapedPath | ToolName, object>> = { ...requestShapes, ...toolShapes }

/** Options that save time: a check against the meta schema would find nothing that strict mode lets through. */
const cheapCompilation = { validateSchema: false, meta: false, inlineRefs: false, code: { optimize: false } } as const

/**
 * Compiles a shape on first use: compiling all would take a fifth of the start, and compiling one with its nested
 * shapes at once would block other requests for 170 ms.
 */
function lazyValidators(report: {
  readonly allErrors: boolean
  readonly verbose: boolean
}): (path: ShapedPath | ToolName) => ValidateFunction {
  const ajv = new Ajv({
    ...cheapCompilation,
    ...report,
    strict: true,
    allowUnionTypes: true,
    ownProperties: true,
    keywords,
  })
  const nameByShape = new Map<SchemaObject, string>()
  const byPath = new Map<string, ValidateFunction>()
  const byReference = (schema: SchemaObject): SchemaObject => {
    if (!('properties' in schema || 'items' in schema || 'anyOf' in schema)) return schema
    const name = nameByShape.get(schema) ?? `part${nameByShape.size}`
    if (!nameByShape.has(schema)) {
      nameByShape.set(schema, name)
      ajv.addSchema(inParts(schema, byReference), name)
    }
    return { $ref: name }
  }
  return (path) => {
    const compiled = byPath.get(path) ?? ajv.compile(inParts(shapes[path], byReference))
    byPath.set(path, compiled)
    return compiled
  }
}

/** The schema with nested shapes replaced by `refer`, so that shared ones are compiled once. */
function inParts(schema: SchemaObject, refer: (nested: SchemaObject) => SchemaObject): SchemaObject {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, SchemaObject>
    items?: SchemaObject
    anyOf?: SchemaObject[]
  }
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, nested]) => [name, refer(nested)])),
    }),
    ...(items && { items: refer(items) }),
    ...(anyOf && { anyOf: anyOf.map(refer) }),
  }
}

/**
 * `first` stops at the first error, which keeps a valid or hostile request cheap; `all` collects the errors for the
 * answer, with the parameters that exist.
 */
const validators = {
  first: lazyValidators({ allErrors: false, verbose: false }),
  all: lazyValidators({ allErrors: true, verbose: true }),
}

/**
 * The body of a derived call, or the input of a tool, without `client`.
 * @throws RequestError parameters_invalid with one error per invalid field, for at most twenty; request_too_deep
 */
export function readShape<T>(path: ShapedPath | ToolName, received: unknown): T {
  const body = withoutExcess(received)
  const { deep, parts } = extentOf(body)
  if (deep) throw new RequestError('request_too_deep')
  const { client: _client, ...request } = isPlainObject(body) ? body : {}
  const first = validators.first(path)
  if (isPlainObject(body) && first(request)) return request as T
  const check = parts > maxCheckedParts ? first : validators.all(path)
  const errors = isPlainObject(body) && !check(request) ? (check.errors ?? []) : []
  const fields: Record<string, LocalizableText> = {}
  for (const error of errors.slice(0, maxReported)) fields[placeOf(error)] ??= sentenceOf(error)
  throw new RequestError('parameters_invalid', {}, { fields })
}

/** No shape has so many names, so some of them refuse the request: copying them all would take a fifth of a second. */
function withoutExcess(body: unknown): unknown {
  const names = isPlainObject(body) ? Object.keys(body) : []
  if (!isPlainObject(body) || names.length <= maxCheckedParts) return body
  return Object.fromEntries(names.slice(0, maxCheckedParts + 1).map((name) => [name, body[name]]))
}

function placeOf({ instancePath, params }: ErrorObject): string {
  const named =
    (params as { missingProperty?: string; additionalProperty?: string }).missingProperty ??
    (params as { additionalProperty?: string }).additionalProperty
  return [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [named])].join('.')
}

function sentenceOf({ keyword, parentSchema }: ErrorObject): LocalizableText {
  const names = Object.keys((parentSchema?.properties as object | undefined) ?? {})
  if (keyword === 'additionalProperties' && names.length > 0)
    return fieldError('unknown_parameter', { names: names.join(', ') })
  return fieldError(keywordErrors[keyword as keyof typeof keywordErrors] ?? 'parameter_invalid')
}

/** Field error by the keyword that a parameter breaks; of any other keyword `parameter_invalid`. */
const keywordErrors = {
  required: 'required',
  dependencies: 'required',
  keepable: 'characters_not_storable',
  maxValues: 'too_many_values',
  additionalProperties: 'unknown_name',
} as const

/** Maximum nesting: lines of a form within the values of a run need six levels. */
const maxDepth = 20

/** Walks level by level: recursion would overflow on a value nested a million times. */
function extentOf(body: unknown): { deep: boolean; parts: number } {
  let level = isNested(body) ? [body] : []
  let parts = 1
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: object[] = []
    for (const nested of level) {
      const inner: unknown[] = Array.isArray(nested) ? nested : Object.values(nested)
      if (inner.length > 0 && depth > maxDepth) return { deep: true, parts }
      parts += inner.length
      for (const value of inner) if (isNested(value)) next.push(value)
    }
    level = next
  }
  return { deep: false, parts }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether PostgreSQL can store every text in a value, at any depth: none has NUL or unpaired surrogates. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorableText(part))
}

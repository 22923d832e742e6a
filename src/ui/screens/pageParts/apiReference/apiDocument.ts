// Reads the OpenAPI document of the product.
// Extracts its calls, the variants of a request, the rows of a schema's table, and an example.

interface ApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, ApiSchema>>
  readonly required?: readonly string[]
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly oneOf?: readonly ApiSchema[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly 'x-answer'?: ApiSchema
}

type Content = Readonly<Record<string, { readonly schema?: ApiSchema }>>

interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface ApiDocument {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> }
}

export interface ApiCall extends ApiOperation {
  readonly method: string
  readonly path: string
  /** The body as JSON; absent: none, or a form with files. */
  readonly request?: ApiSchema
  readonly answer?: ApiSchema
}

export function callsIn({ paths }: ApiDocument): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      request: operation.requestBody?.content['application/json']?.schema,
      answer: operation.responses['200']?.content?.['application/json']?.schema?.anyOf?.find(
        (schema) => schema.properties?.code?.const !== undefined,
      )?.properties?.data,
    })),
  )
}

function resolved({ components }: ApiDocument, schema: ApiSchema): ApiSchema {
  const { $ref, ...own } = schema
  if ($ref === undefined) return schema
  return { ...resolved({ components } as ApiDocument, components.schemas[$ref.split('/').at(-1)!]!), ...own }
}

/** The nested choices until the request is a single object; `chosen` by depth, by default the first. */
export function chooseVariant(
  document: ApiDocument,
  schema: ApiSchema,
  chosen: readonly string[],
): { readonly variant: ApiSchema; readonly choices: readonly VariantChoice[] } {
  const choices: VariantChoice[] = []
  let variant = resolved(document, schema)
  while (variant.discriminator) {
    const { propertyName, mapping } = variant.discriminator
    const options = Object.entries(mapping).map(([value, $ref]) => ({
      value,
      title: resolved(document, { $ref }).title ?? '',
    }))
    const wished = chosen[choices.length]
    const value = options.find((option) => option.value === wished)?.value ?? options[0]!.value
    choices.push({ property: propertyName, options, value })
    variant = resolved(document, { $ref: mapping[value]! })
  }
  return { variant, choices }
}

interface VariantChoice {
  readonly property: string
  readonly options: readonly { readonly value: string; readonly title: string }[]
  readonly value: string
}

export interface SchemaRow {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly title: string
}

const maxDepth = 4

/** The values of a schema as rows, parts of a value by their path. */
export function rowsOf(document: ApiDocument, schema: ApiSchema, prefix = '', depth = 0): SchemaRow[] {
  const { properties = {}, required = [] } = resolved(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = withoutNull(document, property)
    const inner = value.items ? withoutNull(document, value.items) : value
    const path = `${prefix}${name}${value.items ? '[]' : ''}`
    const row = {
      name: path,
      type: typeText(document, property),
      required: required.includes(name),
      title: [property.title ?? value.title, property.description].filter(Boolean).join(' · '),
    }
    return [row, ...(inner.properties && depth < maxDepth ? rowsOf(document, inner, `${path}.`, depth + 1) : [])]
  })
}

function withoutNull(document: ApiDocument, schema: ApiSchema): ApiSchema {
  const target = resolved(document, schema)
  const parts = (target.anyOf ?? []).filter((part) => part.type !== 'null')
  if (parts.length === 0) return target
  const values = parts.map((part) => resolved(document, part))
  return values.length > 1 && values.every(({ properties }) => properties) ? mergeSchemas(values) : values[0]!
}

/** Merges objects with equal names, combining their codes. */
function mergeSchemas(values: readonly ApiSchema[]): ApiSchema {
  const codesOf = (name: string) => [...new Set(values.flatMap(({ properties }) => properties?.[name]?.enum ?? []))]
  const properties = Object.entries(values[0]!.properties ?? {}).map(([name, property]): [string, ApiSchema] => [
    name,
    property.enum ? { ...property, enum: codesOf(name) } : property,
  ])
  return { ...values[0]!, properties: Object.fromEntries(properties) }
}

const maxCodes = 12

function typeText(document: ApiDocument, schema: ApiSchema): string {
  const value = withoutNull(document, schema)
  if (value.const !== undefined) return JSON.stringify(value.const)
  const codes = value.enum ?? value.oneOf?.flatMap((option) => (option.const === undefined ? [] : [option.const]))
  if (codes && codes.length > 0)
    return `${codes
      .slice(0, maxCodes)
      .map((code) => JSON.stringify(code))
      .join(' | ')}${codes.length > maxCodes ? ' | …' : ''}`
  if (value.items) return `${typeText(document, value.items)}[]`
  const { type = [], format, maxLength, minimum, maximum } = value
  const name = [type]
    .flat()
    .filter((part) => part !== 'null')
    .join(' | ')
  const bounds = [
    format,
    maxLength !== undefined && `≤ ${maxLength}`,
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `≤ ${maximum}`,
  ].filter(Boolean)
  return [name || '*', ...(bounds.length > 0 ? [`(${bounds.join(', ')})`] : [])].join(' ')
}

/** An initial value with the required properties. */
export function exampleOf(document: ApiDocument, schema: ApiSchema): unknown {
  const value = withoutNull(document, schema)
  if (value.const !== undefined) return value.const
  if (value.enum) return value.enum[0]
  if (value.oneOf) return exampleOf(document, value.oneOf[0]!)
  if (value.properties) {
    const names = Object.keys(value.properties).filter((name) => value.required?.includes(name))
    return Object.fromEntries(names.map((name) => [name, exampleOf(document, value.properties![name]!)]))
  }
  return plainExample(value)
}

function plainExample({ type, format, pattern, minimum, minLength = 0 }: ApiSchema): unknown {
  const [name] = [type].flat()
  if (name === 'array') return []
  if (name === 'object') return {}
  if (name === 'boolean') return true
  if (name === 'integer' || name === 'number') return minimum ?? 0
  if (format === 'date') return new Date().toISOString().slice(0, 10)
  if (format === 'date-time') return new Date().toISOString()
  if (pattern?.startsWith('^-?')) return '1'
  return minLength > 0 ? crypto.randomUUID() : ''
}

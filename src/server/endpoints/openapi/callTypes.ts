// Generates TypeScript types of all calls, records and forms from an OpenAPI document.
// For people who write programs.
import type { OpenApiDocument } from './openApiDocument'
import type { JsonSchema } from './valueSchemas'

const header = `// The calls of this product for programs in TypeScript: \`Calls\` by path, a record of an entity as \`Record_<entity>\`,
// the form of a transition as \`Values_<entity>_<transition>\`. Generated from the manifests; do not edit.`

/** The text of a module of types. */
export function callTypes({ paths, components }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, { post }]) => {
    const answer = jsonOf((post?.responses as { readonly 200?: unknown } | undefined)?.[200])
    if (post === undefined || answer === undefined) return []
    const request = jsonOf(post.requestBody)
    const title = typeof post.summary === 'string' ? post.summary : undefined
    const call = `{ request: ${request ? typeOf(request) : '{}'}; answer: ${typeOf(answer)} }`
    return [`${comment(title, '  ')}  ${JSON.stringify(path)}: ${call}\n`]
  })
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(titleOf(schema), '')}export type ${typeName(name)} = ${typeOf(schema)}\n`,
  )
  return [header, `export interface Calls {\n${calls.join('')}}\n`, ...types].join('\n')
}

const jsonOf = (body: unknown): JsonSchema | undefined =>
  (body as { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> } | undefined)?.content?.[
    'application/json'
  ]?.schema

const typeName = (component: string): string => component.replace(/\W/g, '_')

const titleOf = ({ title }: JsonSchema): string | undefined => (typeof title === 'string' ? title : undefined)

const comment = (title: string | undefined, indent: string): string =>
  title === undefined ? '' : `${indent}/** ${title.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n`

function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, type } = schema
  if (typeof $ref === 'string') return typeName($ref.split('/').at(-1)!)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  const branches = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (branches !== undefined) return union(branches.map(typeOf))
  return union([type].flat().map((name) => typeOfKind(name, schema)))
}

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `(${distinct.join(' | ')})`
}

function typeOfKind(kind: unknown, schema: JsonSchema): string {
  switch (kind) {
    case 'integer':
      return 'number'
    case 'array':
      return `${typeOf((schema.items as JsonSchema | undefined) ?? {})}[]`
    case 'object':
      return objectType(schema)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return kind
    default:
      return 'unknown'
  }
}

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const names = new Set(required as readonly string[] | undefined)
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(
    ([name, part]) => `${JSON.stringify(name)}${names.has(name) ? '' : '?'}: ${typeOf(part)}`,
  )
  if (members.length > 0) return `{ ${members.join('; ')} }`
  if (additionalProperties === false) return 'Record<string, never>'
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties as JsonSchema) : 'unknown'
  return `Record<string, ${rest}>`
}

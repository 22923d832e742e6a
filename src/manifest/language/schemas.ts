// Maps files to the schemas of the manifest language, which are data in schemas/language.
// A test refuses a schema with a keyword that the validator does not know.
import access from '../../../schemas/language/access.schema.json'
import app from '../../../schemas/language/app.schema.json'
import definitions from '../../../schemas/language/definitions.schema.json'
import dictionary from '../../../schemas/language/dictionary.schema.json'
import endpoint from '../../../schemas/language/endpoint.schema.json'
import entity from '../../../schemas/language/entity.schema.json'
import module from '../../../schemas/language/module.schema.json'
import journey from '../../../schemas/language/journey.schema.json'
import integration from '../../../schemas/language/integration.schema.json'
import records from '../../../schemas/language/records.schema.json'
import screen from '../../../schemas/language/screen.schema.json'
import settings from '../../../schemas/language/settings.schema.json'

/** The part of JSON Schema (2020-12) that the manifest language uses. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

/**
 * Every keyword of `Schema`, the two that only name a file, and `allOf`, through which editors find the names of the
 * product.
 */
export const keywords = [
  '$ref',
  'title',
  'description',
  'type',
  'properties',
  'additionalProperties',
  'required',
  'minProperties',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'enum',
  'pattern',
  'minLength',
  'minimum',
  'maximum',
  'anyOf',
  '$defs',
  '$schema',
  '$id',
  'allOf',
] as const

export const language = {
  access,
  app,
  definitions,
  dictionary,
  endpoint,
  entity,
  journey,
  module,
  integration,
  records,
  screen,
  settings,
} as unknown as Readonly<Record<SchemaName, Schema>>

export type SchemaName =
  | 'access'
  | 'app'
  | 'definitions'
  | 'dictionary'
  | 'endpoint'
  | 'entity'
  | 'journey'
  | 'module'
  | 'integration'
  | 'records'
  | 'screen'
  | 'settings'

/** A schema and the file to which its local references refer. */
interface LocatedSchema {
  readonly schema: Schema
  readonly home: SchemaName
}

const resolved = new Map<Schema, LocatedSchema>()

/** Follows `$ref` (`#/$defs/x` or `file.schema.json#/$defs/x`) to its schema. */
export function follow(schema: Schema, home: SchemaName): LocatedSchema {
  if (schema.$ref === undefined) return { schema, home }
  const locatedSchema = resolved.get(schema)
  if (locatedSchema !== undefined) return locatedSchema
  const [file, pointer] = schema.$ref.split('#') as [string, string]
  const name = (file === '' ? home : file.replace('.schema.json', '')) as SchemaName
  const target = language[name]?.$defs?.[pointer.replace('/$defs/', '')]
  if (target === undefined) throw new Error(`${home}.schema.json refers to ${schema.$ref}, which does not exist`)
  const placed = follow(target, name)
  resolved.set(schema, placed)
  return placed
}

/** The name in `$defs` that a schema refers to, if any: text, rule, name, … */
export function definitionOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}

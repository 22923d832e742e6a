// Which file follows which schema of the manifest language? The schemas themselves are data of schemas/language; a schema that
// uses a keyword which the checker does not know is refused by a test, never ignored.
import access from '../../schemas/language/access.schema.json'
import app from '../../schemas/language/app.schema.json'
import definitions from '../../schemas/language/definitions.schema.json'
import dictionary from '../../schemas/language/dictionary.schema.json'
import endpoint from '../../schemas/language/endpoint.schema.json'
import entity from '../../schemas/language/entity.schema.json'
import module from '../../schemas/language/module.schema.json'
import outside from '../../schemas/language/outside.schema.json'
import screen from '../../schemas/language/screen.schema.json'
import settings from '../../schemas/language/settings.schema.json'

/** The part of JSON Schema (2020-12) that the manifest language is written in. */
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
  /** Of texts, numbers and truth values. */
  readonly uniqueItems?: boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Every keyword of `Schema`, and the two that only name a file. */
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
] as const

export const language = {
  access,
  app,
  definitions,
  dictionary,
  endpoint,
  entity,
  module,
  outside,
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
  | 'module'
  | 'outside'
  | 'screen'
  | 'settings'

/** A schema and the file that its local references mean. */
export interface Placed {
  readonly schema: Schema
  readonly home: SchemaName
}

const resolved = new Map<Schema, Placed>()

/** Follows `$ref` (`#/$defs/x` or `file.schema.json#/$defs/x`) to the schema it names. */
export function follow(schema: Schema, home: SchemaName): Placed {
  if (schema.$ref === undefined) return { schema, home }
  const known = resolved.get(schema)
  if (known !== undefined) return known
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

// Wording of shape problems: the name of the thing, what it is and what it must be.
import { isPlainObject } from '../json/jsonText'
import type { JsonPath } from '../json/parse'
import { cutText } from '../model/text'
import type { ProblemCode } from '../problems/catalog'
import { definitionOf, follow, type Schema, type SchemaName } from '../language/schemas'

export interface ShapeProblem {
  readonly code: ProblemCode
  readonly path: JsonPath
  readonly args: Readonly<Record<string, string>>
  readonly key?: boolean
  readonly hint?: string
}

export function isOfType(value: unknown, type: NonNullable<Schema['type']>): boolean {
  switch (type) {
    case 'object':
      return isPlainObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

/** Words the wrong value of a refusal, in English: texts are quoted, lists and objects only named. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? `the text ${show(value)}` : String(value)
}

export function show(value: unknown): string {
  return cutText(JSON.stringify(value) ?? String(value), 40)
}

const textsOfTypes: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  text: 'a text (a list in the order of the languages, or an object by language)',
  rule: 'a rule (a text)',
  name: 'a name (a text)',
  fieldPath: 'a field (a text)',
  permission: 'a permission code (a text)',
}

/** EntityManifest -> an entity, RunEffect -> a run effect. */
export function thingOf(schema: Schema): string {
  const titleWords = (schema.title ?? 'object')
    .replace(/(Manifest|Detail)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return `${/^[aeiou]/.test(titleWords) && !titleWords.startsWith('uni') ? 'an' : 'a'} ${titleWords}`
}

export function expectation(reference: Schema, from: SchemaName): string {
  const definition = definitionOf(reference)
  if (definition !== undefined && textsOfTypes[definition] !== undefined) return textsOfTypes[definition]
  const { schema, home } = follow(reference, from)
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((branch) => expectation(branch, home)))].join(', or ')
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  return textsOfTypes[schema.type ?? ''] ?? 'something else'
}

export function hintOf(schema: Schema): { hint?: string } {
  return schema.description === undefined ? {} : { hint: schema.description }
}

/** A rule is a text, even a constant one. */
export function hintOfRule(expected: string, value: unknown): { hint?: string } {
  const { rule = '' } = textsOfTypes
  if (!expected.includes(rule) || (typeof value !== 'boolean' && typeof value !== 'number')) return {}
  return { hint: `Write "${value}" in quotes: a rule is a text.` }
}

/** A quoted number or boolean is a text. */
export function hintOfType(schema: Schema, type: NonNullable<Schema['type']>, value: unknown): { hint?: string } {
  if (typeof value !== 'string' || !/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value)) return hintOf(schema)
  if (!isOfType(JSON.parse(value), type)) return hintOf(schema)
  return { hint: `Write ${value} without quotes.` }
}

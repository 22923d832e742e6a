// Collects the keys of the manifest language and their uses from its schemas and valid manifests.
import { follow, language, type Schema, type SchemaName } from '../../src/manifest/language/schemas'
import type { Source } from '../../src/manifest/json/source'

/** One key of one object. */
export interface KeyDeclaration {
  readonly object: string
  readonly key: string
  readonly schema: Schema
  readonly home: SchemaName
  readonly required: boolean
}

export interface KeyUse {
  readonly value: unknown
  readonly file: string
  /** The object around it. */
  readonly holder: object
}

const titleOf = (schema: Schema, fallback: string): string => schema.title ?? fallback

/** Every key once, in the order of the schemas. */
export function declarations(): KeyDeclaration[] {
  const found = new Map<string, KeyDeclaration>()
  const look = (reference: Schema, from: SchemaName): void => {
    const { schema, home } = follow(reference, from)
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (key === '$schema') continue
      const name = `${titleOf(schema, home)}.${key}`
      if (found.has(name)) continue
      const required = schema.required?.includes(key) === true
      found.set(name, { object: titleOf(schema, home), key, schema: property, home, required })
      look(property, home)
    }
    for (const child of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])])
      if (typeof child === 'object') look(child, home)
  }
  for (const name of Object.keys(language) as SchemaName[]) if (name !== 'definitions') look(language[name], name)
  return [...found.values()]
}

export function kindOfFile(path: string): Exclude<SchemaName, 'definitions'> {
  if (path.startsWith('first/')) return 'records'
  return path.split(/[./]/).at(-2) as Exclude<SchemaName, 'definitions'>
}

/** Every use of every key in valid manifests, by `object.key`. */
export function usesOf(
  folders: readonly {
    readonly label: string
    readonly sources: readonly Source[]
    readonly beside?: readonly Source[]
  }[],
) {
  const uses = new Map<string, KeyUse[]>()
  for (const { label, sources, beside = [] } of folders)
    for (const { path, text } of [...sources, ...beside])
      walk(JSON.parse(text), language[kindOfFile(path)], kindOfFile(path), (name, value, holder) => {
        const use = { value, file: `${label}/${path}`, holder }
        const others = uses.get(name)
        if (others === undefined) uses.set(name, [use])
        else others.push(use)
      })
  return uses
}

type See = (name: string, value: unknown, holder: object) => void

function walk(value: unknown, reference: Schema, from: SchemaName, see: See): void {
  const { schema, home } = follow(reference, from)
  if (schema.anyOf !== undefined) {
    const branch = schema.anyOf.find((item) => fits(value, item, home))
    if (branch !== undefined) walk(value, branch, home, see)
  } else if (Array.isArray(value)) {
    if (schema.items !== undefined) for (const item of value) walk(item, schema.items, home, see)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const property = schema.properties?.[key]
      if (property !== undefined) {
        see(`${titleOf(schema, home)}.${key}`, item, value)
        walk(item, property, home, see)
      } else if (typeof schema.additionalProperties === 'object') walk(item, schema.additionalProperties, home, see)
    }
  }
}

function fits(value: unknown, reference: Schema, from: SchemaName): boolean {
  const { schema } = follow(reference, from)
  if (Array.isArray(value)) return schema.type === 'array'
  if (typeof value !== 'object' || value === null) return schema.type === typeof value || schema.enum !== undefined
  if (schema.type !== 'object') return false
  return Object.keys(value).every((key) => schema.properties === undefined || Object.hasOwn(schema.properties, key))
}

/**
 * The way to a value in terms of the language, outermost first: `EntityManifest.transitions`,
 * `TransitionManifest.checks`, `Check.rule`. `file`: the manifest, which decides between several kinds of object.
 */
export function placesOfPath(kind: SchemaName, path: readonly (string | number)[], file: unknown): string[] {
  let [reference, from, value]: [Schema, SchemaName, unknown] = [language[kind], kind, file]
  const places: string[] = []
  for (const step of path) {
    const options = branches(reference, from)
    const fitting = options.filter(({ schema, home }) => value === undefined || fits(value, schema, home))
    const next = [...fitting, ...options].flatMap(({ schema, home }) => {
      const property = typeof step === 'string' ? schema.properties?.[step] : schema.items
      return property === undefined ? [] : [{ schema, home, property }]
    })[0]
    value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined
    if (next !== undefined) {
      if (typeof step === 'string') places.push(`${titleOf(next.schema, next.home)}.${step}`)
      ;[reference, from] = [next.property, next.home]
      continue
    }
    const map = options.find(({ schema }) => typeof schema.additionalProperties === 'object')
    if (map === undefined) return places
    ;[reference, from] = [map.schema.additionalProperties as Schema, map.home]
  }
  return places
}

function branches(reference: Schema, from: SchemaName): { schema: Schema; home: SchemaName }[] {
  const { schema, home } = follow(reference, from)
  return schema.anyOf === undefined ? [{ schema, home }] : schema.anyOf.flatMap((branch) => branches(branch, home))
}

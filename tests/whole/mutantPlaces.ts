// Lists the locations of keys in manifests and their names in the schema:
// `owner.key`, such as `transition.when`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Readonly<Record<string, unknown>>
export type Path = readonly (string | number)[]

interface Shape {
  readonly file: string
  readonly schema: Json
  readonly owner: string
}

export interface Place {
  readonly name: string
  readonly path: Path
  readonly value: unknown
  /** What its value is, or each of a list or map. */
  readonly type: 'rule' | 'permission' | 'other'
}

const schemas = new Map<string, Json>()
function schemaFile(name: string): Json {
  const known = schemas.get(name)
  if (known) return known
  const read = JSON.parse(readFileSync(join('schemas/language', name), 'utf8')) as Json
  schemas.set(name, read)
  return read
}

const object = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema with all that it refers to and chooses from. */
function expand(shape: Shape): Shape[] {
  const { file, schema } = shape
  const reference = schema.$ref
  const referred = typeof reference === 'string' ? expand(follow(file, reference)) : []
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => (schema[key] as readonly unknown[] | undefined) ?? [])
  return [shape, ...referred, ...choices.filter(object).flatMap((choice) => expand({ ...shape, schema: choice }))]
}

function follow(file: string, reference: string): Shape {
  const [path = '', pointer = ''] = reference.split('#')
  const name = path === '' ? file : path.replace(/^\.\//, '')
  // Names of this product alone, which the schemas beside it do without.
  if (name.startsWith('product/')) return { file, schema: {}, owner: '' }
  const keys = pointer.split('/').filter(Boolean)
  let schema: unknown = schemaFile(name)
  for (const key of keys) schema = object(schema) ? schema[key] : undefined
  return { file: name, schema: object(schema) ? schema : {}, owner: keys.at(-1) ?? '' }
}

function inner(shapes: readonly Shape[], key: string, owner: (shape: Shape) => string): Shape[] {
  return shapes.flatMap((shape) => {
    const { [key]: schema } = shape.schema
    return object(schema) ? expand({ file: shape.file, schema, owner: owner(shape) }) : []
  })
}

function typeOf(shapes: readonly Shape[]): Place['type'] {
  const same = (shape: Shape) => shape.owner
  const each = [...shapes, ...inner(shapes, 'items', same), ...inner(shapes, 'additionalProperties', same)]
  if (each.some(({ owner, schema }) => owner === 'rule' && schema.properties === undefined)) return 'rule'
  return each.some(({ owner, schema }) => owner === 'permission' && schema.properties === undefined)
    ? 'permission'
    : 'other'
}

/** Every keyed value of a manifest, and the objects whose keys have no order. */
export function placesOf(manifest: unknown): {
  readonly places: readonly Place[]
  readonly unordered: readonly Path[]
} {
  const { $schema: address = '' } = manifest as { readonly $schema?: string }
  const file = address.split('/').at(-1)!
  const places: Place[] = []
  const unordered: Path[] = []
  const walk = (value: unknown, shapes: readonly Shape[], path: Path): void => {
    if (Array.isArray(value))
      return value.forEach((item, index) =>
        walk(
          item,
          inner(shapes, 'items', (shape) => shape.owner),
          [...path, index],
        ),
      )
    if (!object(value)) return
    let named = 0
    for (const [key, held] of Object.entries(value)) {
      const properties = shapes.flatMap((shape) => {
        const { [key]: schema } = (shape.schema.properties ?? {}) as Record<string, unknown>
        return object(schema) ? [{ owner: shape.owner, within: expand({ file: shape.file, schema, owner: key }) }] : []
      })
      const [first] = properties
      if (first) {
        named += 1
        const within = properties.flatMap((property) => property.within)
        places.push({ name: `${first.owner}.${key}`, path: [...path, key], value: held, type: typeOf(within) })
        walk(held, within, [...path, key])
      } else
        walk(
          held,
          inner(shapes, 'additionalProperties', (shape) => shape.owner),
          [...path, key],
        )
    }
    if (named === Object.keys(value).length) unordered.push(path)
  }
  walk(manifest, expand({ file, schema: schemaFile(file), owner: '' }), [])
  return { places, unordered }
}

/** All places of the language that hold rules or permissions, whether a manifest uses them or not. */
export function rightPlaces(files: readonly string[]): ReadonlyMap<string, Place['type']> {
  const found = new Map<string, Place['type']>()
  const seen = new Set<Json>()
  const walk = (shape: Shape): void => {
    if (seen.has(shape.schema)) return
    seen.add(shape.schema)
    for (const [key, schema] of Object.entries((shape.schema.properties ?? {}) as Json)) {
      if (!object(schema)) continue
      const within = expand({ file: shape.file, schema, owner: key })
      const type = typeOf(within)
      if (type !== 'other') found.set(`${shape.owner}.${key}`, type)
      within.forEach(walk)
    }
    for (const key of ['items', 'additionalProperties'])
      inner([shape], key, ({ owner }) => owner).forEach((next) => walk(next))
  }
  for (const file of files) expand({ file, schema: schemaFile(file), owner: '' }).forEach(walk)
  return found
}

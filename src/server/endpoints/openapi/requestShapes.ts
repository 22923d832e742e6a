// Converts request schemas of derived calls to standard JSON Schema, and combines alternative
// requests.
import { requestShapes, type ShapedPath } from '../contract/requestSchemas'
import type { DescribedApp } from './describedApp'
import { reference, type JsonSchema } from './valueSchemas'

export type RequestShape = JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }
/** The part of a component's name made from a path: List for /api/list. */
export const requestKind = (path: string) =>
  path
    .split('/')
    .slice(2)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

interface Variant {
  readonly value: string
  readonly component: string
  readonly schema: JsonSchema
}

/** One of several requests, which differ in one property. */
export function oneOfVariants(
  { components }: Pick<DescribedApp, 'components'>,
  propertyName: string,
  all: readonly Variant[],
): JsonSchema | undefined {
  if (all.length === 0) return undefined
  for (const { component, schema } of all) components.set(component, schema)
  return {
    oneOf: all.map(({ component }) => reference(component)),
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(all.map(({ value, component }) => [value, reference(component).$ref])),
    },
  }
}

const shapes = new Map<ShapedPath, RequestShape>()

/** The shape of a path in standard JSON Schema, without the server's own keywords. */
export function shapeOf(path: ShapedPath): RequestShape {
  let shape = shapes.get(path)
  if (!shape) {
    const { dependencies, ...standard } = withoutOwnWords(requestShapes[path]) as RequestShape & {
      dependencies?: unknown
    }
    const { properties } = standard
    shape = {
      ...standard,
      properties: { ...properties, client: { type: 'string' } },
      ...(dependencies !== undefined && { dependentRequired: dependencies }),
    }
    shapes.set(path, shape)
  }
  return shape
}

/** A schema without the server's own keywords. */
export function withoutOwnWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnWords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'keepable' && name !== 'maxValues')
      .map(([name, item]) => [name, withoutOwnWords(item)]),
  )
}

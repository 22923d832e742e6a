// The schema of a request with exactly these properties.
import type { SchemaObject } from 'ajv'

export function closedShape(properties: Record<string, object>, required: readonly string[] = []): SchemaObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

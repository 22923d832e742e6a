// Measures a request before its shape is checked: the number of its parts, and its nesting.

/** Maximum nesting: lines of a form within the values of a run need six levels. */
const deepest = 20

/** Walks level by level: recursion would overflow on a value nested a million times. */
export function extentOf(body: unknown): { deep: boolean; parts: number } {
  let level = isNested(body) ? [body] : []
  let parts = 1
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: object[] = []
    for (const nested of level) {
      const inner: unknown[] = Array.isArray(nested) ? nested : Object.values(nested)
      if (inner.length > 0 && depth > deepest) return { deep: true, parts }
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

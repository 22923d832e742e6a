// Parses JSON from outside safely, and writes it so that equal values give equal texts.

/** True for any object but null and lists, so also for a Date. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The parsed value of a text; undefined if it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The parsed object of a text; undefined for anything else. */
export function jsonObjectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text)
  return isPlainObject(value) ? value : undefined
}

/** JSON with sorted keys at every depth: clients and PostgreSQL may give them in any order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isPlainObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  )
}

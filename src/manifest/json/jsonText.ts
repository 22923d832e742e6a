// Reads JSON of other programs and of people, and writes it so that equal values are equal texts.

/** What a text holds; undefined: no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object that a text holds; undefined for anything else. */
export function jsonObjectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

/** JSON with sorted keys at every depth: clients and PostgreSQL may give them in any order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

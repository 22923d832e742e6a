// Lookups of values that exist by construction: a missing one is a defect, thrown with its name.

/** The definition under a name that was resolved before. @throws Error without one */
export function declared<T>(table: Readonly<Record<string, T>>, name: string): T {
  const definition = table[name]
  if (definition === undefined) throw new Error(`Nothing is declared under the name "${name}".`)
  return definition
}

/** @throws RangeError for an empty list */
export function firstItem<T>(list: readonly T[]): T {
  if (list.length === 0) throw new RangeError('An empty list has no first item.')
  return list[0] as T
}

/** @throws RangeError for an empty list */
export function lastItem<T>(list: readonly T[]): T {
  if (list.length === 0) throw new RangeError('An empty list has no last item.')
  return list[list.length - 1] as T
}

/** The text before the first occurrence of the sign; the whole text without one. */
export function textBefore(text: string, sign: string): string {
  const end = text.indexOf(sign)
  return end < 0 ? text : text.slice(0, end)
}

/** The properties under these names that an object has; an absent one stays absent, not undefined. */
export function presentOf<T extends object, K extends keyof T>(
  object: T,
  ...names: readonly K[]
): { [Name in K]?: Exclude<T[Name], undefined> } {
  const present: { [Name in K]?: Exclude<T[Name], undefined> } = {}
  for (const name of names) if (object[name] !== undefined) present[name] = object[name] as Exclude<T[K], undefined>
  return present
}

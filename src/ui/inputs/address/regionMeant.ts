// Which region of the list was meant by what was typed.

/**
 * The only region that begins with it, or else the only one that has it. What names a region already stays: many are a
 * part of the name of another.
 */
export function regionMeant(typed: string, listed: readonly string[]): string | undefined {
  if (typed === '' || listed.includes(typed)) return undefined
  const beginning = listed.filter((region) => region.startsWith(typed))
  const [region, ...others] = beginning.length > 0 ? beginning : listed.filter((name) => name.includes(typed))
  return others.length === 0 ? region : undefined
}

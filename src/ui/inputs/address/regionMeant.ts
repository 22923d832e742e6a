// Finds the region of the list that the typed text means.

/**
 * The only region that begins with the text, else the only one that contains it. An exact name stays, since many names
 * are part of another.
 */
export function regionMeant(typed: string, listed: readonly string[]): string | undefined {
  if (typed === '' || listed.includes(typed)) return undefined
  const beginning = listed.filter((region) => region.startsWith(typed))
  const [region, ...others] = beginning.length > 0 ? beginning : listed.filter((name) => name.includes(typed))
  return others.length === 0 ? region : undefined
}

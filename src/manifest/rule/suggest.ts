// Which of the known names did the author probably mean?
import { distance } from 'fastest-levenshtein'

/** The nearest candidate when it is near enough to be a slip of the pen, else nothing. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  // Two slips (a swap of two letters counts as two) are forgiven from four letters on.
  let least = Math.max(name.length < 4 ? 1 : 2, Math.floor(name.length / 3)) + 0.5
  for (const candidate of candidates) {
    const apart = candidate.toLowerCase() === name.toLowerCase() ? 0.5 : distance(name, candidate)
    if (apart < least) [best, least] = [candidate, apart]
  }
  return best
}

/** `Did you mean "x"?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearest(name, candidates)
  return found === undefined ? undefined : `Did you mean ${JSON.stringify(found)}?`
}

/** The first few candidates in words, for a hint when none is near. */
export function oneOf(candidates: readonly string[]): string {
  const shown = candidates.slice(0, 12).join(', ')
  return `Known here: ${candidates.length > 12 ? `${shown}, …` : shown}.`
}

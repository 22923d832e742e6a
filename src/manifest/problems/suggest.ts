// Suggests the known name that the author probably intended.
import { distance } from 'fastest-levenshtein'

/** The nearest candidate if it is close enough to be a misspelling, else nothing. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  // Tolerate two edits (a swap of two letters counts as two) from four letters on.
  let least = Math.max(name.length < 4 ? 1 : 2, Math.floor(name.length / 3)) + 0.5
  for (const candidate of candidates) {
    const apart = candidate.toLowerCase() === name.toLowerCase() ? 0.5 : distance(name, candidate)
    // In a short name two different letters make another name; only two swapped ones are a typo.
    if (apart === 2 && name.length < 5 && !sameLetters(name, candidate)) continue
    if (apart < least) [best, least] = [candidate, apart]
  }
  return best
}

function sameLetters(a: string, b: string): boolean {
  const sorted = (text: string) => [...text.toLowerCase()].sort().join('')
  return sorted(a) === sorted(b)
}

/** `Did you mean "x"?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const match = nearest(name, candidates)
  return match === undefined ? undefined : `Did you mean ${JSON.stringify(match)}?`
}

/** All candidates as a sentence, for a hint when none is similar. */
export function oneOf(candidates: readonly string[]): string {
  return `Known here: ${candidates.join(', ')}.`
}

/** The hint for a name that is not among the known ones: the probable one, else all of them. */
export function hintFor(name: string, candidates: Iterable<string>): { readonly hint?: string } {
  const names = [...candidates]
  const hint = didYouMean(name, names) ?? (names.length > 0 ? oneOf(names) : undefined)
  return hint === undefined ? {} : { hint }
}

/** Maximum names shown when too many are known. */
const maxListed = 8

/** "Did you mean …?", else the most similar names and their total number. */
export function nearestFew(name: string, candidates: readonly string[], kind: string): string | undefined {
  const slip = didYouMean(name, candidates)
  if (slip !== undefined || candidates.length === 0) return slip
  if (candidates.length <= maxListed) return oneOf(candidates)
  const few = byNearness(name, candidates).slice(0, maxListed)
  return `The nearest of ${candidates.length} ${kind}: ${few.join(', ')}.`
}

/** All names, the most similar first. */
export function byNearness(name: string, candidates: readonly string[]): string[] {
  return candidates
    .map((candidate) => ({ candidate, apart: apartness(name, candidate) }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ candidate }) => candidate)
}

/** Edits per letter of the longer name, fewer if one contains a word of the other. */
function apartness(name: string, candidate: string): number {
  const splitWords = (text: string) => text.split(/(?=[A-Z])|[^A-Za-z]+/).filter((word) => word.length > 2)
  const [a, b] = [name.toLowerCase(), candidate.toLowerCase()]
  const shared =
    splitWords(candidate).filter((word) => a.includes(word.toLowerCase())).length +
    splitWords(name).filter((word) => b.includes(word.toLowerCase())).length
  return distance(a, b) / Math.max(a.length, b.length) - shared
}

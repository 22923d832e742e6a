// Finds entries of the manual by words: first by name, then by text.
import type { ManualEntry } from '../../../../protocol/reportCalls'

/** Entries that contain all words, best first: those whose title has them before those that only mention them. */
export function searchManual(entries: readonly ManualEntry[], searchText: string): ManualEntry[] {
  const parts = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase()
    const names = `${title} ${entry.name ?? ''}`.toLowerCase()
    const all = `${names} ${entry.text.toLowerCase()}`
    if (!parts.every((part) => all.includes(part))) return []
    return [{ entry, rank: rankOf({ title, names }, parts, searchText.trim().toLowerCase()) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}

interface Named {
  readonly title: string
  /** With the English title of a translated one. */
  readonly names: string
}

function rankOf({ title, names }: Named, parts: readonly string[], searchText: string): number {
  if (names.split(' ').includes(searchText) || names.startsWith(`${searchText} `)) return 0
  // `mask` also means `Field.mask`.
  if (names.split(/[ .]/).includes(searchText)) return 1
  const stems = title.split(/[^\p{L}\p{N}]+/u)
  if (parts.every((part) => title.includes(part) || stems.some((word) => isSameStem(word, part)))) return 2
  if (parts.every((part) => names.includes(part))) return 3
  return parts.some((part) => names.includes(part)) ? 4 : 5
}

/** `reminder` also finds a title with `remind`. */
const isSameStem = (word: string, part: string): boolean => word.length >= minStemLength && part.startsWith(word)
const minStemLength = 5

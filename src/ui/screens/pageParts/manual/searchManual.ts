// Finds entries of the manual by words: by their names first, then by their texts.
import type { ManualEntry } from '../../../../protocol/reportCalls'

/** Entries that hold all words, the best first. */
export function searchManual(entries: readonly ManualEntry[], words: string): ManualEntry[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = entries.flatMap((entry) => {
    const names = `${entry.title} ${entry.name ?? ''}`.toLowerCase()
    const all = `${names} ${entry.text.toLowerCase()}`
    if (!parts.every((part) => all.includes(part))) return []
    return [{ entry, rank: rankOf(names, parts, words.trim().toLowerCase()) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}

function rankOf(names: string, parts: readonly string[], words: string): number {
  if (names.split(' ').includes(words) || names.startsWith(`${words} `)) return 0
  // `Field.mask` is meant by `mask`.
  if (names.split(/[ .]/).includes(words)) return 1
  if (parts.every((part) => names.includes(part))) return 2
  return parts.some((part) => names.includes(part)) ? 3 : 4
}

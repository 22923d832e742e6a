// Finds entries of the manual by words: first by name, then by text.
import type { ManualEntry } from '../../../../protocol/reportCalls'

/** Entries that contain all words, best first. */
export function searchManual(entries: readonly ManualEntry[], searchText: string): ManualEntry[] {
  const parts = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = entries.flatMap((entry) => {
    const names = `${entry.title} ${entry.name ?? ''}`.toLowerCase()
    const all = `${names} ${entry.text.toLowerCase()}`
    if (!parts.every((part) => all.includes(part))) return []
    return [{ entry, rank: rankOf(names, parts, searchText.trim().toLowerCase()) }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}

function rankOf(names: string, parts: readonly string[], searchText: string): number {
  if (names.split(' ').includes(searchText) || names.startsWith(`${searchText} `)) return 0
  // `mask` also means `Field.mask`.
  if (names.split(/[ .]/).includes(searchText)) return 1
  if (parts.every((part) => names.includes(part))) return 2
  return parts.some((part) => names.includes(part)) ? 3 : 4
}

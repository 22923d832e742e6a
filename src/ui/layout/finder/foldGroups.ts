// Folds the long groups of the command palette, so that on a phone each is seen above the keyboard.
// Pure.
import type { PaletteEntry } from './searchPalette'

/** A group with more entries than `maxUnfolded` shows its first `maxFolded`, and an entry that leads to the rest. */
const maxUnfolded = 3
const maxFolded = 2

/** The groups in the order of their first entries, with their numbers of entries. */
export function countsByGroup(entries: readonly PaletteEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { group } of entries) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

/** The entries of the chosen group, or of all groups with the long ones folded. */
export function foldGroups(
  entries: readonly PaletteEntry[],
  chosen: string | undefined,
  more: (count: number) => string,
): readonly PaletteEntry[] {
  const counts = countsByGroup(entries)
  if (chosen !== undefined && counts.has(chosen)) return entries.filter(({ group }) => group === chosen)
  const seen = new Map<string, number>()
  return entries.flatMap((entry): PaletteEntry[] => {
    const { group } = entry
    const count = counts.get(group) ?? 0
    const index = (seen.get(group) ?? 0) + 1
    seen.set(group, index)
    if (count <= maxUnfolded || index < maxFolded) return [entry]
    if (index > maxFolded) return []
    return [entry, { key: `more ${group}`, title: more(count - maxFolded), beside: '', group, unfolds: true }]
  })
}

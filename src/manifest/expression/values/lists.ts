// Groups, parts and growing sets, for whichever folder needs them.

/** The groups are in the order of each key's first occurrence. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The list in parts of at most `size` items. */
export function chunk<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Repeats a step that adds items or takes some away, until it does neither. */
export function untilStable(items: { readonly size: number }, step: () => void): void {
  for (let before = -1; before !== items.size;) {
    before = items.size
    step()
  }
}

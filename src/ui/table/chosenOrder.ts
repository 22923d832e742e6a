// Applies a user's order to items of a manifest, such as columns or cards.

/**
 * The items in the order of the chosen keys. An item newer than the choice comes right after the item that it follows
 * in the manifest.
 */
export function inChosenOrder<T>(items: readonly T[], keyOf: (item: T) => string, chosen: readonly string[]): T[] {
  const positions = new Map(chosen.map((key, index) => [key, index]))
  const ordered = items
    .flatMap((item) => {
      const position = positions.get(keyOf(item))
      return position === undefined ? [] : [{ item, position }]
    })
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item)
  for (const [index, item] of items.entries()) {
    if (positions.has(keyOf(item))) continue
    const previous = items[index - 1]
    ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, item)
  }
  return ordered
}

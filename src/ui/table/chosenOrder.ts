// The order that a user gave to what a manifest lists.

/** Known items in the chosen order; each other one after the one that it follows in the manifest. */
export function inChosenOrder<T>(items: readonly T[], keyOf: (item: T) => string, chosen: readonly string[]): T[] {
  const positions = new Map(chosen.map((key, index) => [key, index]))
  const positionOf = (item: T) => positions.get(keyOf(item))
  const result = items.filter((item) => positionOf(item) !== undefined).sort((a, b) => positionOf(a)! - positionOf(b)!)
  items.forEach((item, index) => {
    if (positionOf(item) === undefined) result.splice(index === 0 ? 0 : result.indexOf(items[index - 1]!) + 1, 0, item)
  })
  return result
}

// How much of a long loop over the manifests does one run try?
// LOOPS=all (`npm run loops`) tries everything; else a seed that is printed draws a part.
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopSeed } from '../loopSeed'

const quarter = 0.25
/** Of loops whose turns are many or dear. */
export const eighth = 0.125
if (!isWhole)
  console.log(
    `Long loops try ${quarter * 100} % or ${eighth * 100} % (LOOPS_SEED=${loopSeed}); \`npm run loops\` tries everything.`,
  )

/** Items in another order, which the seed and their number decide: loops of different lengths are not drawn alike. */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const chance = createChance(loopSeed ^ Math.imul(items.length, 0x9e3779b1))
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = chance.below(last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

const sizeOf = (length: number, share: number): number => (isWhole || length < 8 ? length : Math.ceil(length * share))

/** The items that this run tries, in their order; everything of a loop that is short. */
export function sampleOf<T>(items: readonly T[], share = quarter): readonly T[] {
  const drawn = new Set(shuffled([...items.keys()]).slice(0, sizeOf(items.length, share)))
  return items.filter((_, position) => drawn.has(position))
}

/** As many items as a sample has, then further ones until there is enough: what a test needs to meet, it meets. */
export function* sampleUntil<T>(items: readonly T[], isEnough: () => boolean, share = quarter): Generator<T> {
  const least = sizeOf(items.length, share)
  for (const [count, item] of shuffled(items).entries()) {
    if (count >= least && isEnough()) return
    yield item
  }
}

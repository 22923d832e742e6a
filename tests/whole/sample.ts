// Draws the part of a long loop that a run tries: each day another one, until each had its turn.
// LOOPS=all (`npm run loops`) tries everything; otherwise a printed day decides, in an order that a seed draws.
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopDay, loopSeed } from '../loopSeed'
import { turn } from '../turns'

const usual = 0.125
/** Of loops whose turns are many or dear. */
export const sparse = 0.0625
/** A sample has at least so many items. */
const least = 4
if (!isWhole)
  console.log(
    `Long loops try ${usual * 100} % or ${sparse * 100} % (LOOPS_SEED=${loopSeed} LOOPS_DAY=${loopDay}); \`npm run loops\` tries everything.`,
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

const sizeOf = (length: number, share: number): number =>
  isWhole || length < 8 ? length : Math.max(least, Math.ceil(length * share))

/** Items in the order of the seed, beginning with those whose turn it is today: as many as a day tries. */
function fromToday<T>(items: readonly T[], size: number): readonly T[] {
  const order = shuffled(items)
  const first = items.length === 0 ? 0 : (turn() * size) % items.length
  return [...order.slice(first), ...order.slice(0, first)]
}

/** The items that this run tries, in their order; everything of a loop that is short. */
export function sampleOf<T>(items: readonly T[], share = usual): readonly T[] {
  const size = sizeOf(items.length, share)
  const drawn = new Set(fromToday([...items.keys()], size).slice(0, size))
  return items.filter((_, position) => drawn.has(position))
}

/** As many items as a sample has, then further ones until there is enough: what a test needs to meet, it meets. */
export function* sampleUntil<T>(items: readonly T[], isEnough: () => boolean, share = usual): Generator<T> {
  const size = sizeOf(items.length, share)
  for (const [count, item] of fromToday(items, size).entries()) {
    if (count >= size && isEnough()) return
    yield item
  }
}

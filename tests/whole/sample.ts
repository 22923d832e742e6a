// How much of a long loop over the manifests does one run try?
// LOOPS=all (`npm run loops`) tries everything; else a seed that is printed draws a part.
import { createChance } from '../../scripts/demo/chance'
import { isWhole, loopSeed } from '../loopSeed'

const share = 0.25
if (!isWhole)
  console.log(`Long loops try ${share * 100} % (LOOPS_SEED=${loopSeed}); \`npm run loops\` tries everything.`)

/** The items that this run tries, in their order; everything of a loop that is short. */
export function sampleOf<T>(items: readonly T[]): readonly T[] {
  if (isWhole || items.length < 8) return items
  const chance = createChance(loopSeed)
  const sampled = items.filter(() => chance.in100(share * 100))
  return sampled.length > 0 ? sampled : items.slice(0, 1)
}

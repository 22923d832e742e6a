// Tests the second story by hand:
// the API creates its order; then every step by its role in a real browser, with every number and every refusal.
import { describe, it } from 'vitest'
import { story2 } from '../story/story2'
import { before2 } from '../story/story2/delivered'
import { isToday, useStory } from './useStory'

describe.runIf(isToday('story 2'))('story 2 by hand', () => {
  const { teller, walk } = useStory()
  it('begins with an order on its way', async () => {
    for (const step of before2) await teller().tell(step)
  })
  walk(story2)
})

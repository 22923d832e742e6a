// Proves the second story over the API: its order first, then all 41 steps with every number and
// every refusal.
import { describe } from 'vitest'
import { story2 } from './story2'
import { before2 } from './story2/delivered'
import { useStory } from './useStory'

describe('story 2', () => {
  const { tell } = useStory()
  tell(before2, 'before: %s')
  tell(story2)
})

// Does the second story hold over the API? First its order comes about step by step, then all 41 steps with every
// number and every refusal.
import { describe } from 'vitest'
import { story2 } from './story2'
import { before2 } from './story2/delivered'
import { useStory } from './useStory'

describe('story 2', () => {
  const { tell } = useStory()
  tell(before2, 'before: %s')
  tell(story2)
})

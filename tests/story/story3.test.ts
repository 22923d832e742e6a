// Does the third story hold over the API? Every step by its role, with every number and every refusal, on the engine as
// it is shipped.
import { describe } from 'vitest'
import { story3 } from './story3'
import { useStory } from './useStory'

describe('story 3', () => useStory().tell(story3))

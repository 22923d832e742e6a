// Proves the third story over the API: every step by its role, with every number and every refusal,
// on the shipped engine.
import { describe } from 'vitest'
import { story3 } from './story3'
import { useStory } from './useStory'

describe('story 3', () => useStory().tell(story3))

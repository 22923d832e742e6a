// Tests the third story by hand:
// every step by its role in a real browser, with every number and every refusal.
import { describe } from 'vitest'
import { story3 } from '../story/story3'
import { isToday, useStory } from './useStory'

describe.runIf(isToday('story 3'))('story 3 by hand', () => useStory().walk(story3))

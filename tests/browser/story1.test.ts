// Does the first story hold in the hands of people? Every step by its role in a real browser, with menu, search, row action and form, and with every number and every refusal.
import { describe } from 'vitest'
import { story1 } from '../story/story1'
import { useStory } from './useStory'

describe('story 1 by hand', () => useStory().walk(story1))

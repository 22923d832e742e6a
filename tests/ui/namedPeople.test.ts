// Proves whom a note names where one name begins like another.
import { expect, it } from 'vitest'
import { labelsNamed, wordsBeingNamed, wordsToFind } from '../../src/ui/screens/record/notes/namedPeople'

const labels = ['王芳', '王芳芳', 'John Smith']

it('names the longer one alone, and each only once', () => {
  expect(labelsNamed('@王芳芳 请看', labels)).toEqual(['王芳芳'])
  expect(labelsNamed('@王芳芳请看，@王芳 也看 @王芳', labels)).toEqual(['王芳芳', '王芳'])
  expect(labelsNamed('@John Smith, @王', labels)).toEqual(['John Smith'])
})

it('looks up what may be longer than the names that it has', () => {
  expect(wordsToFind('@王芳芳 @John Smith', ['王芳', 'John Smith'])).toEqual(['王芳芳'])
  expect(wordsToFind('@ nobody', labels)).toEqual([])
})

it('takes what is behind the last @ for a name, up to the end of the text', () => {
  expect(['@', '请看 @王', '@王 @李芳', '@王 请看', '没有'].map(wordsBeingNamed)).toEqual([
    '',
    '王',
    '李芳',
    undefined,
    undefined,
  ])
})

// Tests where the pattern of a part of a number is the beginning of one.
import { expect, it } from 'vitest'
import { numberPattern } from '../../../src/server/query/search/trigram'

it.each([
  ['%qd26%', ['QD'], 'QD26%'],
  ['%26%', ['QD'], '%26%'],
  // The numbers of the longer prefix contain the shorter one.
  ['%qd26%', ['QD', 'AQD'], '%QD26%'],
  ['%aqd26%', ['QD', 'AQD'], 'AQD26%'],
])('%s with the prefixes %j is %s', (part, prefixes, pattern) => {
  expect(numberPattern(prefixes)(part)).toBe(pattern)
})

// Proves which states a rule leaves for certain; what is not about the state may hold or not.
import { describe, expect, it } from 'vitest'
import { statesOf } from '../../src/manifest/expression/possibleStates'
import { compileRule } from '../../src/manifest/expression/check'

const states = ['a', 'b', 'c']
const environment = {
  record: {
    entity: 'thing',
    states,
    fields: { state: { name: 'state', type: 'choice' }, size: { name: 'size', type: 'int' } },
  },
  settings: {},
  codes: [],
  entities: () => undefined,
  dictionaries: () => undefined,
} as const

function left(source: string): string {
  const { rule, problems } = compileRule(source, environment, 'boolean')
  expect(problems).toEqual([])
  return states.filter((state) => statesOf(rule!.node, states).has(state)).join('')
}

describe('the states that a rule leaves', () => {
  it.each([
    ["state == 'a'", 'a'],
    ["'a' == state", 'a'],
    ["state != 'a'", 'bc'],
    ["state in ['a', 'c']", 'ac'],
    ["!(state in ['a', 'c'])", 'b'],
    ["!(state != 'b')", 'b'],
    ["state == 'a' && size > 1", 'a'],
    ["state == 'a' || size > 1", 'abc'],
    ["state == 'a' || state == 'b'", 'ab'],
    ["state in ['a', 'b'] && state != 'a'", 'b'],
    ["!(state == 'a' || state == 'b')", 'c'],
    ["!(state == 'a' && size > 1)", 'abc'],
    ["!(state == 'a' && state != 'b')", 'bc'],
    ["state == 'a' && state == 'b'", ''],
    ['size > 1', 'abc'],
    ["(size > 1 ? state == 'a' : state == 'b')", 'abc'],
    ['true', 'abc'],
    ['false', ''],
    ["state != 'a' && (state == 'b' || size == 2)", 'bc'],
  ])('%s', (source, expected) => expect(left(source)).toBe(expected))
})

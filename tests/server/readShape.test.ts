// How much is told of a request that is wrong all over? Twenty faults, and of a huge one the first.
import { expect, it } from 'vitest'
import { RequestError } from '../../src/protocol/requestError'
import { readShape } from '../../src/server/endpoints/contract/readShape'

const faults = (body: object) => {
  try {
    readShape('/api/options', body)
  } catch (error) {
    if (error instanceof RequestError) return Object.keys(error.fields ?? {}).length
    throw error
  }
  return 0
}
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${at}`, at]))

it('tells every fault of a form, and twenty of more', () => {
  expect(faults({ field: 'a' })).toBe(0)
  expect(faults({ field: 'a', ...unknown(3) })).toBe(3)
  expect(faults({ field: 'a', ...unknown(500) })).toBe(20)
  expect(faults({ field: 'a', ids: Array.from({ length: 400 }, () => 'x') })).toBe(20)
})

it('looks for the first fault only in what is huge', () => {
  expect(faults({ field: 'a', ...unknown(100_000) })).toBe(1)
  expect(faults({ field: 'a', ids: Array.from({ length: 400_000 }, () => 'x') })).toBe(1)
})

// How much is told of a request that is wrong all over? Twenty faults, and of a huge one the first.
import { expect, it, vi } from 'vitest'
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

it('is prepared in pieces that keep nobody waiting, also where conditions nest', async () => {
  const seconds: number[] = []
  for (let time = 0; time < 3; time += 1) {
    vi.resetModules()
    const { readShape: read } = await import('../../src/server/endpoints/contract/readShape')
    const before = process.cpuUsage()
    expect(read('/api/list', { screen: '/a' })).toEqual({ screen: '/a' })
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1e6)
  }
  expect(Math.min(...seconds)).toBeLessThan(0.03)
})

it('names the part that is wrong, however deep', () => {
  const nested = { any: [{ all: [{ field: 'a', operator: 'equals', unknown: 1 }] }] }
  expect(() => readShape('/api/list', { screen: '/a', conditions: nested })).toThrow(RequestError)
  try {
    readShape('/api/list', { screen: '/a', filters: [{ field: 'a', operator: 'equals', unknown: 1 }] })
  } catch (error) {
    expect(Object.keys((error as RequestError).fields!)).toEqual(['filters.0.unknown'])
  }
  expect(
    readShape('/api/list', { screen: '/a', conditions: { all: [{ field: 'a', operator: 'equals' }] } }),
  ).toBeTruthy()
})

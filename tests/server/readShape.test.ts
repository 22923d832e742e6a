// Proves how much is reported of a request with many errors: twenty, and only the first of a huge
// one.
import { expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { RequestError } from '../../src/protocol/requestError'
import { readRequest } from '../../src/server/endpoints/contract/readRequest'
import { readShape } from '../../src/server/endpoints/contract/readShape'

function fieldsOf(call: Parameters<typeof readShape>[0], body: object): object {
  try {
    readShape(call, body)
  } catch (error) {
    if (error instanceof RequestError) return error.fields ?? {}
    throw error
  }
  return {}
}
const errors = (body: object) => Object.keys(fieldsOf('/api/options', body)).length
const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${at}`, at]))

it('tells every error of a form, and twenty of more', () => {
  expect(errors({ field: 'a' })).toBe(0)
  expect(errors({ field: 'a', ...unknown(3) })).toBe(3)
  expect(errors({ field: 'a', ...unknown(500) })).toBe(20)
  expect(errors({ field: 'a', ids: Array.from({ length: 400 }, () => 'x') })).toBe(20)
})

it('looks for the first error only in what is huge', () => {
  expect(errors({ field: 'a', ...unknown(100_000) })).toBe(1)
  expect(errors({ field: 'a', ids: Array.from({ length: 400_000 }, () => 'x') })).toBe(1)
})

it('reads a bounded part of a request with far too many names', () => {
  let reads = 0
  const get = (body: object, name: string) => ((reads += 1), Reflect.get(body, name) as unknown)
  expect(errors(new Proxy({ field: 'a', ...unknown(100_000) }, { get: get as ProxyHandler<object>['get'] }))).toBe(1)
  expect(reads).toBeLessThan(5_000)
})

it('names the part that is wrong, however deep', () => {
  const right = { field: 'a', operator: 'equals' }
  const wrong = { ...right, unknown: 1 }
  const named = (body: object) => Object.keys(fieldsOf('/api/list', { screen: '/a', ...body }))
  expect(named({ filters: [right, wrong] })).toEqual(['filters.1.unknown'])
  // Beside what the other ways to write a condition would have taken.
  expect(named({ conditions: { any: [{ all: [right, wrong] }] } })).toContain('conditions.any.0.all.1.unknown')
  expect(named({ conditions: { all: [right] } })).toEqual([])
})

it('takes no name of an object for a truth value', () => {
  const fields = { flag: { name: 'flag', type: 'boolean' } as Field }
  const read = (value: string) => readRequest(fields, { method: 'GET', path: `/x?flag=${value}`, headers: {} })
  expect(read('1')).toEqual({ flag: true })
  expect(() => read('constructor')).toThrow(RequestError)
})

// Are the reads of an address kept for its next opening, few of them, and nothing that others wrote?
import { expect, it } from 'vitest'
import {
  firstReadsOf,
  forgetFirstReads,
  rememberFirstReads,
  type FirstRead,
} from '../../src/client/transport/firstReads'

function emptyStorage(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  } as unknown as Storage
}
const read = (screen: string): FirstRead => ['/api/list', { screen, page: 1 }]

it('answers the reads of the last opening, and nothing for another address', () => {
  const device = emptyStorage()
  rememberFirstReads('/a', [read('/a')], device)
  rememberFirstReads('/a', [read('/a'), read('/b')], device)
  expect(firstReadsOf('/a', device)).toEqual([read('/a'), read('/b')])
  expect(firstReadsOf('/b', device)).toEqual([])
  forgetFirstReads(device)
  expect(firstReadsOf('/a', device)).toEqual([])
})

it('keeps the last twelve addresses, and none that began with more than six reads', () => {
  const device = emptyStorage()
  for (let index = 0; index < 13; index += 1) rememberFirstReads(`/${index}`, [read('/a')], device)
  expect([firstReadsOf('/0', device).length, firstReadsOf('/12', device).length]).toEqual([0, 1])
  rememberFirstReads(
    '/12',
    Array.from({ length: 7 }, () => read('/a')),
    device,
  )
  expect(firstReadsOf('/12', device)).toEqual([])
})

it('takes nothing that is not of its own form, and does without a storage', () => {
  const device = emptyStorage()
  for (const text of [
    '{',
    '3',
    '[1]',
    '[{"address":"/a","reads":[["/api/list"]]}]',
    '[{"address":"/a","reads":[[1,{}]]}]',
  ]) {
    device.setItem('firstReads', text)
    expect(firstReadsOf('/a', device), text).toEqual([])
  }
  rememberFirstReads('/a', [read('/a')], undefined)
  const full = {
    ...emptyStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  } as unknown as Storage
  expect(() => rememberFirstReads('/a', [read('/a')], full)).not.toThrow()
})

// Does a browser tab remember a person's views, and nobody else's?
import { describe, expect, it } from 'vitest'
import { forgetClosed, forgetOthers, readKept, writeKept } from '../../src/runtime/kept'

function store(held: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(held))
  return {
    get length() {
      return values.size
    },
    key: (at) => [...values.keys()][at] ?? null,
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value)
    },
    removeItem: (key) => {
      values.delete(key)
    },
  }
}
const names = (of: Storage) => Array.from({ length: of.length }, (_, at) => of.key(at))

describe('what is kept of a view', () => {
  it('comes back under the same account, view and name only', () => {
    const kept = store()
    writeKept(7, '/a?id=1', 'scroll', [3], kept)
    expect(readKept(7, '/a?id=1', 'scroll', kept)).toEqual([3])
    for (const [account, view, name] of [
      [8, '/a?id=1', 'scroll'],
      [7, '/a?id=2', 'scroll'],
      [7, '/a?id=1', 'marked'],
    ] as const)
      expect(readKept(account, view, name, kept)).toBeUndefined()
    writeKept(7, '/a?id=1', 'scroll', null, kept)
    expect(names(kept)).toEqual([])
  })

  it('is nothing where somebody else wrote, and is not missed where nothing can be written', () => {
    expect(readKept(7, '/a', 'scroll', store({ 'view:7:/a:scroll': '{' }))).toBeUndefined()
    expect(() =>
      writeKept(7, '/a', 'scroll', [1], {
        ...store(),
        setItem: () => {
          throw new DOMException('full')
        },
      }),
    ).not.toThrow()
  })

  it('goes with its view', () => {
    const kept = store()
    for (const view of ['/a', '/b?x=1:2']) for (const name of ['scroll', 'marked']) writeKept(7, view, name, 1, kept)
    forgetClosed(7, new Set(['/b?x=1:2']), kept)
    expect(names(kept)).toEqual(['view:7:/b?x=1:2:scroll', 'view:7:/b?x=1:2:marked'])
  })

  it('and the tabs and half-filled forms of other people go when somebody begins', () => {
    const own = { 'views:7': '[]', 'view:7:/a:scroll': '1', 'draft:7:/a:thing.create': '{}', reloaded: '1' }
    const kept = store({
      ...own,
      'views:77': '[]',
      'views:8': '[]',
      'view:8:/a:marked': '1',
      'draft:70:/a:thing.create': '{}',
    })
    forgetOthers(7, kept)
    expect(names(kept)).toEqual(Object.keys(own))
  })
})

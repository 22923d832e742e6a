// Does a browser tab remember a person's views, and nobody else's?
import { describe, expect, it } from 'vitest'
import { pruneClosedTabs, pruneOtherAccounts, tabAddresses, viewStorage } from '../../src/client/navigation/tabStorage'

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
    viewStorage(7, '/a?id=1', kept).write('scroll', [3])
    expect(viewStorage(7, '/a?id=1', kept).read('scroll')).toEqual([3])
    for (const [account, view, name] of [
      [8, '/a?id=1', 'scroll'],
      [7, '/a?id=2', 'scroll'],
      [7, '/a?id=1', 'marked'],
    ] as const)
      expect(viewStorage(account, view, kept).read(name)).toBeUndefined()
    viewStorage(7, '/a?id=1', kept).write('scroll', null)
    expect(names(kept)).toEqual([])
  })

  it('is nothing where somebody else wrote, and is not missed where nothing can be written', () => {
    expect(viewStorage(7, '/a', store({ 'view:7:/a:scroll': '{' })).read('scroll')).toBeUndefined()
    expect(() =>
      viewStorage(7, '/a', {
        ...store(),
        setItem: () => {
          throw new DOMException('full')
        },
      }).write('scroll', [1]),
    ).not.toThrow()
  })

  it('and the open tabs are not missed where nothing can be written', () => {
    const full = store()
    tabAddresses(7, full).write(['/a', '/b'])
    expect([tabAddresses(7, full).read(), tabAddresses(8, full).read()]).toEqual([['/a', '/b'], []])
    full.setItem = () => {
      throw new DOMException('full')
    }
    expect(() => tabAddresses(7, full).write(['/c'])).not.toThrow()
  })

  it('goes with its view', () => {
    const kept = store()
    for (const view of ['/a', '/b?x=1:2'])
      for (const name of ['scroll', 'marked']) viewStorage(7, view, kept).write(name, 1)
    pruneClosedTabs(7, new Set(['/b?x=1:2']), kept)
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
    pruneOtherAccounts(7, kept)
    expect(names(kept)).toEqual(Object.keys(own))
  })
})

// Does a half-filled form survive what happens to a page, and does a broken store do no harm?
import { describe, expect, it } from 'vitest'
import { draftKey, readDraft, writeDraft } from '../../src/ui/form/model/draft'

function store(held: Record<string, string> = {}) {
  const values = new Map(Object.entries(held))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value)
    },
    removeItem: (key: string) => {
      values.delete(key)
    },
    values,
  }
}

describe('a draft', () => {
  const key = draftKey(7, '/a/b', 'thing.create')
  it('comes back as it was, and is gone when it is forgotten', () => {
    const kept = store()
    writeDraft(key, { values: { name: 'x' }, touched: ['name'] }, kept)
    expect(readDraft(key, kept)).toEqual({ values: { name: 'x' }, touched: ['name'] })
    writeDraft(key, null, kept)
    expect(readDraft(key, kept)).toBeNull()
  })
  it('belongs to one account, address and intention', () => {
    const keys = [
      key,
      draftKey(8, '/a/b', 'thing.create'),
      draftKey(7, '/a/c', 'thing.create'),
      draftKey(7, '/a/b', 'thing.edit.3'),
    ]
    expect(new Set(keys).size).toBe(4)
  })
  it('of something else is none', () => {
    for (const text of ['{', '1', '{"values":1,"touched":[]}', '{"values":{}}'])
      expect(readDraft(key, store({ [key]: text }))).toBeNull()
  })
  it('that cannot be kept is not missed', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full')
      },
      removeItem: () => undefined,
    }
    expect(() => writeDraft(key, { values: {}, touched: [] }, full)).not.toThrow()
  })
})

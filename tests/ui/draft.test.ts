// Proves that a half-filled form survives the page, and that a broken store does no harm.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftWriter, draftKey, readDraft, type FormDraft } from '../../src/ui/form/model/draft'

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

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const named = (name: string) => (): FormDraft => ({ values: { name }, touched: ['name'] })

describe('a draft', () => {
  const key = draftKey(7, '/a/b', 'thing.create')
  it('comes back as it was, and is gone when it is forgotten', () => {
    const kept = store()
    const writer = createDraftWriter(key, kept)
    writer.schedule(named('x'))
    vi.advanceTimersByTime(0)
    expect(readDraft(key, kept)).toEqual({ values: { name: 'x' }, touched: ['name'] })
    writer.schedule(named('xy'))
    writer.forget()
    vi.advanceTimersByTime(10_000)
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
    const writer = createDraftWriter(key, full)
    writer.schedule(named('x'))
    expect(() => vi.advanceTimersByTime(0)).not.toThrow()
  })
})

describe('the draft of a long table, whose write takes a while', () => {
  /** Types a letter every 100 ms; what the store has after each, as the last letter of it. */
  function typed(letters: string, milliseconds: number) {
    const kept = store()
    let taken = 0
    const slow = { ...kept, setItem: (...pair: [string, string]) => (kept.setItem(...pair), (taken += milliseconds)) }
    const writer = createDraftWriter('k', slow, () => performance.now() + taken)
    const held = () => (readDraft('k', kept)?.values.name as string | undefined)?.at(-1)
    const after = [...letters].map((_, index) => {
      const text = letters.slice(0, index + 1)
      writer.schedule(named(text))
      vi.advanceTimersByTime(100)
      return held()
    })
    return { after, held, writer }
  }

  it('is written at the first key, then now and then, at the latest after two seconds and when the user pauses', () => {
    const { after, held } = typed('abcdefghijklmnopqrstuvwxyz', 50)
    expect(after.slice(0, 10)).toEqual(Array<string>(10).fill('a'))
    expect(new Set(after).size).toBe(2)
    expect(held()).not.toBe('z')
    vi.advanceTimersByTime(300)
    expect(held()).toBe('z')
  })

  it('is written at once when the page is left, and at the first key after it was sent', () => {
    const { held, writer } = typed('abc', 50)
    writer.finish(named('abc'))
    expect(held()).toBe('c')
    writer.forget()
    writer.schedule(named('q'))
    vi.advanceTimersByTime(0)
    expect(held()).toBe('q')
  })

  it('is hardly behind where a write takes no time', () => {
    for (const [index, last] of typed('abcdefgh', 0).after.entries())
      expect('abcdefgh'.indexOf(last!)).toBeGreaterThanOrEqual(index - 1)
  })
})

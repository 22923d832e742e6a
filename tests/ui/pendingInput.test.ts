// Proves that input is not lost while it is applied slowly, that an outside value still
// replaces it, and what else of the page waits for a timer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMinuteClock } from '../../src/ui/controls/hooks/useNow'
import { createPendingInput } from '../../src/ui/filters/pendingInput'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A field over an address that is drawn so many milliseconds after it was changed. */
function field(delay = 0) {
  let typed = ''
  const applied: string[] = []
  const receive = (words: string) => {
    if (input.receive(words)) typed = words
  }
  const input = createPendingInput('', {
    delayMs: 400,
    keyOf: (words) => words.trim(),
    apply: (words) => {
      applied.push(words.trim())
      setTimeout(() => receive(words.trim()), delay)
    },
  })
  const key = (letter: string) => {
    typed += letter
    input.type(typed)
  }
  return { input, key, receive, applied, typed: () => typed }
}

describe('typed words', () => {
  it.each([395, 405, 440, 900])('keep every letter at %i ms a key, however late the page is drawn', (beat) => {
    for (const delay of [0, 30, 200, 1_000]) {
      const { key, typed, applied } = field(delay)
      for (const letter of 'abcdef') {
        key(letter)
        vi.advanceTimersByTime(beat)
      }
      vi.advanceTimersByTime(3_000)
      expect([typed(), applied.at(-1)], String(delay)).toEqual(['abcdef', 'abcdef'])
    }
  })
  it('keep the space before the next word', () => {
    const { key, typed } = field()
    for (const letter of 'Zhang ') key(letter)
    vi.advanceTimersByTime(500)
    for (const letter of 'San') key(letter)
    expect(typed()).toBe('Zhang San')
  })
  it('apply although the address is drawn again without them', () => {
    const { key, receive, typed, applied } = field()
    key('a')
    vi.advanceTimersByTime(100)
    receive('')
    vi.advanceTimersByTime(400)
    expect([typed(), applied]).toEqual(['a', ['a']])
  })
  it('wait while they may not be applied, and only the last ones', () => {
    const applied: string[] = []
    let mayApply = false
    const options = { delayMs: 400, keyOf: (words: string) => words, mayApply: () => mayApply }
    const input = createPendingInput<string>('', { ...options, apply: (words) => void applied.push(words) })
    for (const words of ['z', 'zh']) {
      input.type(words)
      vi.advanceTimersByTime(500)
    }
    mayApply = true
    vi.advanceTimersByTime(5_000)
    expect(applied).toEqual([])
    input.goOn()
    vi.advanceTimersByTime(500)
    input.goOn()
    vi.advanceTimersByTime(500)
    expect(applied).toEqual(['zh'])
  })
  it('go where something else is set, and do not come back', () => {
    const { key, receive, typed, applied } = field()
    key('a')
    vi.advanceTimersByTime(500)
    key('b')
    receive('')
    vi.advanceTimersByTime(500)
    expect([typed(), applied]).toEqual(['', ['a']])
    receive('a')
    expect(typed()).toBe('a')
  })
  it('that were reset before they were drawn come back when something else sets them', () => {
    const { input, key, receive, typed } = field(60_000)
    key('a')
    vi.advanceTimersByTime(400)
    input.apply('')
    receive('')
    receive('a')
    expect(typed()).toBe('a')
  })
})

it('texts that grow old share one timer, which runs while there are any', () => {
  const clock = createMinuteClock()
  const first = clock.read()
  expect(vi.getTimerCount()).toBe(0)
  const called: string[] = []
  const leave = ['a', 'b'].map((name) => clock.subscribe(() => called.push(name)))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(59_000)
  expect([called, clock.read()]).toEqual([[], first])
  vi.advanceTimersByTime(1_000)
  expect(called).toEqual(['a', 'b'])
  expect(clock.read().getTime() - first.getTime()).toBe(60_000)
  expect(clock.read()).toBe(clock.read())
  for (const end of leave) end()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(600_000)
  expect(clock.read().getTime() - first.getTime()).toBe(660_000)
})

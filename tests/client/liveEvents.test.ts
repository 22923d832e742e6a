// Proves that a stream of events is read whole, and taken up again after a break.
import { describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../src/protocol/liveEvents'
import { CallError } from '../../src/client/feedback/callError'
import { eventParser, listen, repeatUntilDone } from '../../src/client/data/liveEvents'
import { delayUntilOnline } from '../../src/client/transport/delayUntilOnline'
import { translatorOf } from '../pageTexts'

const words = translatorOf('zh')
const bytes = (text: string) => new TextEncoder().encode(text)
const changed = { event: 'changed', entities: ['客户'] } as const
const text = `:\n\nevent: changed\ndata: ${JSON.stringify(changed)}\n\n`

describe('a stream of events', () => {
  it('is read whole, however it is cut, even within a character', () => {
    const whole = bytes(text + text)
    for (let size = 1; size < whole.length; size += 7) {
      const heard: LiveEvent[] = []
      const read = eventParser((event) => heard.push(event))
      for (let at = 0; at < whole.length; at += size) read(whole.slice(at, at + size))
      expect(heard).toEqual([changed, changed])
    }
  })

  it('is taken up again after a break, which is told, and ends when nobody listens', async () => {
    const heard: LiveEvent[] = []
    const ups: boolean[] = []
    const down = vi.fn()
    let streams = 0
    const stop = listen({
      client: {
        stream: async (_path, options) => {
          streams++
          return one(streams, options!.signal!)
        },
      },
      name: `test ${Math.random()}`,
      onEvent: (event) => heard.push(event),
      onConnected: (again) => ups.push(again),
      onDisconnected: down,
      pause: () => 1,
    })
    await expect.poll(() => streams).toBe(3)
    await expect.poll(() => heard).toHaveLength(2)
    expect(ups.slice(0, 2)).toEqual([false, true])
    expect(down).toHaveBeenCalledTimes(2)
    stop()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(streams).toBe(3)
  })

  it('is not asked for again by somebody who is signed out', async () => {
    let tries = 0
    const stop = listen({
      client: {
        stream: async () => {
          tries++
          throw new CallError({ kind: 'signedOut' }, words)
        },
      },
      name: `test ${Math.random()}`,
      onEvent: () => undefined,
      onConnected: () => undefined,
      onDisconnected: () => undefined,
      pause: () => 1,
    })
    await expect.poll(() => tries).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(tries).toBe(1)
    stop()
  })
})

/** Two streams that break off after an event, then one that stays open. */
async function* one(number: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (number < 3) return yield bytes(text)
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

describe('a read that fails', () => {
  it('is repeated until it succeeds, or its page is left', async () => {
    const stopped = new AbortController()
    const pauses: number[] = []
    const pause = (failures: number) => {
      pauses.push(failures)
      return 0
    }
    let reads = 0
    expect(await repeatUntilDone(async () => ++reads === 3, stopped.signal, pause)).toBe(true)
    expect([reads, pauses]).toEqual([3, [0, 1]])
    const leave = async () => {
      stopped.abort()
      return false
    }
    expect(await repeatUntilDone(leave, stopped.signal, pause)).toBe(false)
    expect(await repeatUntilDone(async () => true, stopped.signal, pause)).toBe(false)
  })
})

it('the wait before another attempt ends at once where its signal was aborted before', async () => {
  vi.useFakeTimers()
  try {
    await delayUntilOnline(60_000, AbortSignal.abort())
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

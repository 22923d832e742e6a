// Proves that one caller's many calls leave the event loop and other callers their turn.
import { expect, it, vi } from 'vitest'
import { RequestAborted } from '../../src/server/database/connection/cancelOnAbort'
import { CallQueue } from '../../src/server/http/callQueue'

it('calls that come together begin one in a turn of the event loop, accounts in rotation', async () => {
  const queue = new CallQueue()
  let loops = 0
  let going = true
  const beat = () => {
    loops += 1
    if (going) setImmediate(beat)
  }
  setImmediate(beat)
  const begun: { readonly account: string; readonly at: number }[] = []
  const accounts = ['anna', 'anna', 'anna', 'anna', 'berta', 'carl']
  await Promise.all(
    accounts.map(async (account) => {
      await queue.turn({ account })
      begun.push({ account, at: loops })
    }),
  )
  going = false
  expect(begun.map(({ account }) => account)).toEqual(['anna', 'berta', 'carl', 'anna', 'anna', 'anna'])
  expect(new Set(begun.map(({ at }) => at)).size).toBe(accounts.length)
  // It works on after it was empty.
  await queue.turn({ account: 'anna' })
})

// The second passes in fact; only the event loop of the queue is held.
it('calls beyond those that may wait are refused after a second, and those of others are not', async () => {
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  try {
    const queue = new CallQueue()
    const waiting = Array.from({ length: 200 }, () => queue.turn({ account: 'anna' }))
    const other = queue.turn({ account: 'berta' })
    const gone = AbortSignal.abort()
    await expect(queue.turn({ account: 'anna', signal: gone })).rejects.toThrow(RequestAborted)
    await expect(queue.turn({ account: 'anna' })).rejects.toMatchObject({ key: 'too_many_requests', status: 429 })
    const late = queue.turn({ account: 'anna' })
    // One turn each, and one to end: other work of the process may go on for ever.
    for (let turns = 0; turns <= 202; turns += 1) vi.runOnlyPendingTimers()
    await Promise.all([...waiting, other])
    vi.useRealTimers()
    // It finds room after its pause.
    await late
  } finally {
    vi.useRealTimers()
  }
})

// Proves that one caller's many calls leave the event loop and other callers their turn.
import { expect, it } from 'vitest'
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
      await queue.turn(account)
      begun.push({ account, at: loops })
    }),
  )
  going = false
  expect(begun.map(({ account }) => account)).toEqual(['anna', 'berta', 'carl', 'anna', 'anna', 'anna'])
  expect(new Set(begun.map(({ at }) => at)).size).toBe(accounts.length)
  // It works on after it was empty.
  await queue.turn('anna')
})

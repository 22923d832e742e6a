// Proves that one account and one tenant hold only a share of the connections, and that waiting
// ends with a refusal.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Turns } from '../../../src/server/database/connection/turns'
import { RequestError } from '../../../src/protocol/requestError'

const of = (account: string, tenant = `of ${account}`, signal?: AbortSignal) => ({ account, tenant, signal })
const shares = { all: 4, tenant: 3, account: 2 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Whether a turn was given by now. */
async function given(turn: Promise<unknown>): Promise<boolean> {
  let settled = false
  void turn.then(
    () => (settled = true),
    () => (settled = true),
  )
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

const refusal = (turn: Promise<unknown>) =>
  turn.then(
    () => undefined,
    (error: unknown) => (error instanceof RequestError ? [error.status, error.retryAfter] : error),
  )

describe('a turn', () => {
  it('is given at once within all shares, and beyond them when one is given back', async () => {
    const turns = new Turns(shares)
    const first = await turns.take(of('a', 'x'))
    await turns.take(of('a', 'x'))
    const third = turns.take(of('a', 'x'))
    expect(await given(third)).toBe(false)
    await turns.take(of('b', 'x'))
    // The tenant holds its share now, another one does not wait for it.
    const other = turns.take(of('c', 'x'))
    expect(await given(other)).toBe(false)
    expect(await given(turns.take(of('d', 'y')))).toBe(true)
    first()
    // Who holds least comes first, although it came later.
    expect([await given(other), await given(third)]).toEqual([true, false])
    first()
    expect(await given(third)).toBe(false)
  })

  it('that does not come while others hold all connections is refused within a second', async () => {
    const turns = new Turns(shares)
    for (const name of ['a', 'b', 'c', 'd']) await turns.take(of(name))
    const told = refusal(turns.take(of('e')))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await told).toEqual([503, 1])
  })

  it('that others release so fast that it comes within five seconds is waited for longer, the others are refused', async () => {
    const turns = new Turns({ all: 1, tenant: 1, account: 1 })
    let release = await turns.take(of('first'))
    const refused: string[] = []
    const given: string[] = []
    const wait = (name: string) => {
      void turns.take(of(name)).then(
        (leave) => {
          given.push(name)
          release = leave
        },
        (error: RequestError) => refused.push(`${name} ${error.key}`),
      )
    }
    for (let at = 1; at <= 20; at += 1) wait(`waiting ${at}`)
    // Two turns in 900 ms: 9 more come in the remaining 4,100 ms.
    for (let at = 0; at < 2; at += 1) {
      await vi.advanceTimersByTimeAsync(400)
      release()
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(refused).toEqual(Array.from({ length: 8 }, (_, index) => `waiting ${index + 13} server_busy`))
    for (let at = 0; at < 10; at += 1) {
      release()
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(given).toEqual(Array.from({ length: 12 }, (_, index) => `waiting ${index + 1}`))
    expect(refused).toHaveLength(8)
  })

  it('that stays away once others release nothing more is refused at the next look', async () => {
    const turns = new Turns({ all: 2, tenant: 2, account: 2 })
    const release = await turns.take(of('a'))
    await turns.take(of('a'))
    void turns.take(of('b'))
    const late = refusal(turns.take(of('c')))
    release()
    await vi.advanceTimersByTimeAsync(900)
    expect(await given(late)).toBe(false)
    await vi.advanceTimersByTimeAsync(4_100)
    expect(await late).toEqual([503, 1])
  })

  it('that waits for its own share is refused later, and at once behind a hundred others', async () => {
    const turns = new Turns(shares)
    for (let at = 0; at < 2; at += 1) await turns.take(of('a'))
    await turns.awaitRoom(of('a'))
    const told = Array.from({ length: 100 }, () => refusal(turns.take(of('a'))))
    expect(await given(told[0]!)).toBe(false)
    await turns.awaitRoom(of('b'))
    expect(await refusal(turns.take(of('a')))).toEqual([429, 2])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await Promise.all(told)).toEqual(Array.from({ length: 100 }, () => [429, 2]))
    expect(await given(turns.take(of('b')))).toBe(true)
  })

  // The second passes in fact: the clock of the test does not reach it.
  it('for which there is no room to wait is refused after a second, unless there is room then', async () => {
    const turns = new Turns(shares)
    const release = await turns.take(of('a'))
    await turns.take(of('a'))
    const told = Array.from({ length: 100 }, () => refusal(turns.take(of('a'))))
    const late = refusal(turns.awaitRoom(of('a')))
    expect(await given(late)).toBe(false)
    expect(await late).toEqual([429, 2])
    const lucky = turns.awaitRoom(of('a'))
    release()
    await lucky
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await Promise.all(told)).filter((answer) => answer)).toHaveLength(99)
  })

  it('goes to the account that holds less, until one that holds more has waited for seconds', async () => {
    const turns = new Turns({ all: 3, tenant: 3, account: 2 })
    const [first, second] = [await turns.take(of('a')), await turns.take(of('a'))]
    await turns.take(of('b'))
    const patient = turns.take(of('a'))
    await vi.advanceTimersByTimeAsync(4_000)
    const hasty = turns.take(of('c'))
    first()
    expect([await given(hasty), await given(patient)]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(2_000)
    const late = turns.take(of('d'))
    second()
    expect([await given(patient), await given(late)]).toEqual([true, false])
  })

  it('of who leaves is given to the next', async () => {
    const turns = new Turns({ all: 1, tenant: 1, account: 1 })
    const leave = await turns.take(of('a'))
    const leaving = new AbortController()
    const left = turns.take(of('b', 'b', leaving.signal)).catch((error: Error) => error.name)
    const next = turns.take(of('c'))
    leaving.abort()
    expect(await left).toBe('RequestAborted')
    leave()
    expect(await given(next)).toBe(true)
    expect(await turns.take(of('d', 'd', leaving.signal)).catch((error: Error) => error.name)).toBe('RequestAborted')
  })
})

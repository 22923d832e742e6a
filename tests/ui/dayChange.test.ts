// Tests that a page left open reads its records again when another day begins.
import { afterEach, expect, it, vi } from 'vitest'
import { useList } from '../../src/client/data/queries'
import { useReadEachDay } from '../../src/ui/layout/LiveEvents'
import { compiledBindery } from '../manifest/sources'
import { signedIn } from './drawnPage'
import { createFixture } from './fixture'
import { liveHook } from './liveHook'

afterEach(() => void vi.useRealTimers())

it('once, though the records are the same', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2031-03-04T12:00:00Z') })
  const app = compiledBindery()
  const fixture = createFixture(app, 1)
  const screen = Object.values(app.screens).find(({ kind }) => kind === 'list')!
  const { last, end } = await liveHook(await signedIn(fixture), () => {
    useReadEachDay()
    return useList({ screen: screen.path, size: 7 }, [screen.entity!])
  })
  const reads = () => fixture.calls.filter(({ body }) => (body as { size?: number } | null)?.size === 7).length
  await vi.waitFor(() => expect(last().data).toBeDefined())
  vi.advanceTimersByTime(3_600_000)
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(24 * 3_600_000)
  await vi.waitFor(() => expect(reads()).toBe(2))
  vi.advanceTimersByTime(3_600_000)
  expect(reads()).toBe(2)
  end()
})

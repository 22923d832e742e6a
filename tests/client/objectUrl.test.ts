// Can an element that leaves the page still read the bytes of its address, and are they given back afterwards?
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { objectUrl } from '../../src/client/data/fileTransfer'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const textAt = async (address: string) => (await fetch(address)).text()

it('bytes can be read when their element has just gone, and are given back later', async () => {
  const control = new AbortController()
  const address = objectUrl(new Blob(['picture']), control.signal)
  vi.advanceTimersByTime(600_000)
  control.abort()
  expect(await textAt(address)).toBe('picture')
  vi.advanceTimersByTime(60_000)
  await expect(textAt(address)).rejects.toThrow()
})

it('bytes that arrive for an element that has gone are given back as well', async () => {
  const address = objectUrl(new Blob(['late']), AbortSignal.abort())
  expect(await textAt(address)).toBe('late')
  vi.advanceTimersByTime(60_000)
  await expect(textAt(address)).rejects.toThrow()
})

// Proves that an upload in pieces begins as soon as there is a connection, and not after it was canceled.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadInPieces } from '../../src/client/data/uploadInPieces'
import { CallError } from '../../src/client/feedback/callError'
import { translatorOf } from '../pageTexts'

const offline = new CallError({ kind: 'offline' }, translatorOf('en'))
const stored = { id: 'u', offset: 4, piece: 4, file: { id: 'f', name: 'a.csv', size: 4, type: 'text/csv' } }

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

/** An upload whose first call finds no connection. */
function begin(signal: AbortSignal, interrupted: () => void) {
  const post = vi.fn().mockRejectedValueOnce(offline).mockResolvedValue(stored)
  const sent = uploadInPieces({
    client: { post, upload: vi.fn() },
    file: new File(['a,b\n'], 'a.csv'),
    account: 1,
    progress: (_, isInterrupted) => isInterrupted && interrupted(),
    signal,
  })
  return { post, sent }
}

it('begins when the browser is online again', async () => {
  const interrupted = vi.fn()
  const { post, sent } = begin(new AbortController().signal, interrupted)
  await vi.waitUntil(() => interrupted.mock.calls.length > 0)
  window.dispatchEvent(new Event('online'))
  expect(await sent).toEqual(stored.file)
  expect(post.mock.calls.map(([path]) => path)).toEqual(['/api/uploads', '/api/uploads'])
})

it('does not begin after it was canceled', async () => {
  const canceling = new AbortController()
  const interrupted = vi.fn()
  const { post, sent } = begin(canceling.signal, interrupted)
  const failed = expect(sent).rejects.toBe(offline)
  await vi.waitUntil(() => interrupted.mock.calls.length > 0)
  canceling.abort()
  await failed
  expect(post).toHaveBeenCalledTimes(1)
})

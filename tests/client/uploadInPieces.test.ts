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

it('goes on after a session that has ended, when the same file is chosen in the next one', async () => {
  const signedOut = new CallError({ kind: 'signedOut' }, translatorOf('en'))
  const post = vi.fn().mockResolvedValueOnce({ id: 'u', offset: 0, piece: 4 }).mockResolvedValue(stored)
  const file = new File(['a,b\n'], 'b.csv')
  const sending = { file, account: 1, progress: () => undefined, signal: new AbortController().signal }
  const upload = vi.fn().mockRejectedValue(signedOut)
  await expect(uploadInPieces({ client: { post, upload }, ...sending })).rejects.toBe(signedOut)
  expect(await uploadInPieces({ client: { post, upload }, ...sending })).toEqual(stored.file)
  expect(post.mock.calls.map(([path]) => path)).toEqual(['/api/uploads', '/api/uploads/state'])
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

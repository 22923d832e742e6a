// Limits exports: concurrent ones, their duration, and the rows written per turn.
// No account blocks the others, and no export the event loop.
import { Readable } from 'node:stream'
import type { Screen } from '../../../manifest/model/screen'
import { RequestError } from '../../../protocol/requestError'
import type { Database } from '../../database/connection/openDatabase'
import type { RequestContext } from '../contract/operation'

/** The export of a list holds a connection for as long as the download takes. */
const maxAtOnce = 4
const maxOfOne = 2
const maxDownloadMs = 15 * 60_000
/** Milliseconds that a download may stall. */
const maxPause = 60_000

/** Rows written per turn of the event loop: some milliseconds of work. */
export const rowsPerWrite = 100

const running = new WeakMap<Database, number[]>()

/**
 * Counts an export of an account; the returned function releases it, once.
 * @throws RequestError own_exports_running, exports_running
 */
export function acquireExportSlot(database: Database, account: number): () => void {
  const all = running.get(database) ?? []
  running.set(database, all)
  if (all.filter((number) => number === account).length >= maxOfOne)
    throw new RequestError('own_exports_running', { count: maxOfOne }, { retryAfter: 30 })
  if (all.length >= maxAtOnce) throw new RequestError('exports_running', {}, { retryAfter: 30 })
  all.push(account)
  let left = false
  return () => {
    if (!left) all.splice(all.indexOf(account), 1)
    left = true
  }
}

/** The file as a stream, destroyed after a minute without progress. */
export function downloadOf(file: AsyncIterable<string | Buffer>): Readable {
  const stream = Readable.from(paced(), { objectMode: false, highWaterMark: 64 * 1024 })
  async function* paced() {
    for await (const chunk of file) {
      const timer = setTimeout(() => stream.destroy(new Error('The download stalled.')), maxPause)
      try {
        yield chunk
      } finally {
        clearTimeout(timer)
      }
    }
  }
  return stream
}

/** Runs `release` once when the stream ends or is destroyed; a stream that is never read is destroyed. */
export function releaseOnClose(stream: Readable, release: () => void): void {
  const timer = setTimeout(() => stream.destroy(new Error('The download took too long.')), maxDownloadMs)
  timer.unref()
  stream.once('close', () => {
    clearTimeout(timer)
    release()
  })
}

const earlyEnds = ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']

/** A client that disconnects or cancels the download is no defect. */
export function logEarlyEnd(
  { server }: Pick<RequestContext, 'server'>,
  { path }: Pick<Screen, 'path'>,
  stream: Readable,
): void {
  stream.once('error', (error) =>
    server.log[earlyEnds.includes(String((error as { code?: string }).code)) ? 'debug' : 'error'](
      `An export of ${path} ended early.`,
      error,
    ),
  )
}

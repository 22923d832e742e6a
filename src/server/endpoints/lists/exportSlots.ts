// Limits concurrent exports per server and account, so that no account blocks the others.
import type { Readable } from 'node:stream'
import { RequestError } from '../../../protocol/requestError'
import type { Database } from '../../database/connection/openDatabase'

/** The export of a list holds a connection for as long as the download takes. */
const mostAtOnce = 4
const mostOfOne = 2
const longest = 15 * 60_000

const running = new WeakMap<Database, number[]>()

/**
 * Counts an export of an account; the returned function releases it, once.
 * @throws RequestError 2001 when too many run
 */
export function acquireExportSlot(database: Database, account: number): () => void {
  const all = running.get(database) ?? []
  running.set(database, all)
  if (all.filter((number) => number === account).length >= mostOfOne)
    throw new RequestError('own_exports_running', { count: mostOfOne }, { retryAfter: 30 })
  if (all.length >= mostAtOnce) throw new RequestError('exports_running', {}, { retryAfter: 30 })
  all.push(account)
  let left = false
  return () => {
    if (!left) all.splice(all.indexOf(account), 1)
    left = true
  }
}

/** Runs `release` once when the stream ends or is destroyed; a stream that is never read is destroyed. */
export function releaseOnClose(stream: Readable, release: () => void): void {
  const timer = setTimeout(() => stream.destroy(new Error('The download took too long.')), longest)
  timer.unref()
  stream.once('close', () => {
    clearTimeout(timer)
    release()
  })
}

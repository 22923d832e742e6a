// May another export begin? A few run at once on a server, and of one account fewer still: nobody keeps all others from theirs.
import type { Readable } from 'node:stream'
import { codes, Fault } from '../../protocol/envelope'
import type { Database } from '../database/open'

/** One of a list keeps a connection for as long as somebody downloads. */
const mostAtOnce = 4
const mostOfOne = 2
const longest = 15 * 60_000

const running = new WeakMap<Database, number[]>()

/**
 * Counts an export of an account; the answer takes it off again, once.
 * @throws Fault 2001 when too many run
 */
export function takeExportTurn(database: Database, account: number): () => void {
  const all = running.get(database) ?? []
  running.set(database, all)
  if (all.filter((one) => one === account).length >= mostOfOne)
    throw new Fault(
      codes.refused,
      [
        `你已有 ${mostOfOne} 个导出正在进行，请等它们完成`,
        `${mostOfOne} exports of yours are running; wait until they are done`,
      ],
      { retryAfter: 30 },
    )
  if (all.length >= mostAtOnce)
    throw new Fault(
      codes.refused,
      ['正在进行的导出过多，请稍后再试', 'Too many exports are running; try again in a moment'],
      { retryAfter: 30 },
    )
  all.push(account)
  let left = false
  return () => {
    if (!left) all.splice(all.indexOf(account), 1)
    left = true
  }
}

/** Runs `release` once when the stream has ended, read to its end or given up; one that nobody takes is given up. */
export function untilClosed(stream: Readable, release: () => void): void {
  const timer = setTimeout(() => stream.destroy(new Error('The download took too long.')), longest)
  timer.unref()
  stream.once('close', () => {
    clearTimeout(timer)
    release()
  })
}

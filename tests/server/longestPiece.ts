// Measures the longest uninterrupted work of the test's own thread. Not a test itself.
import { readFileSync } from 'node:fs'

/** Of the processor's time, so that other programs of the machine do not count; on Linux only. */
export async function longestPieceMs(work: () => Promise<unknown>): Promise<number> {
  const spentMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  let [longest, before] = [0, spentMs()]
  const look = () => {
    const spent = spentMs()
    longest = Math.max(longest, spent - before)
    before = spent
    watching = setImmediate(look)
  }
  let watching = setImmediate(look)
  await work()
  look()
  clearImmediate(watching)
  return longest
}

// Measures the longest uninterrupted work of the test's own thread. Not a test itself.
import { readFileSync } from 'node:fs'

const maxRuns = 6

/**
 * The longest piece of the run that has the shortest one: collecting garbage lengthens a piece, but not in each run.
 * Ends with the first run below `limit`, in milliseconds.
 */
export async function usualLongestPieceMs(limit: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity
  for (let run = 0; run < maxRuns && shortest >= limit; run += 1)
    shortest = Math.min(shortest, await longestPieceMs(work))
  return shortest
}

/** The processor's time of this thread, so that other programs of the machine do not count; on Linux only. */
export const threadMs = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6

async function longestPieceMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, before] = [0, threadMs()]
  const look = () => {
    const spent = threadMs()
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

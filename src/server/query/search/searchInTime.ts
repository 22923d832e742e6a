// Limits the searches of a request across several entities in time and concurrency.
import type { Context } from '../../context/context'
import { RequestAborted } from '../../database/connection/cancelOnAbort'

/** Milliseconds that one search may take. */
const maxSearchMs = 1_000
/** Concurrent searches: fewer than an account's share, so that the page stays responsive. */
const maxConcurrent = 2

/** Undefined: the search took too long. A disconnected client ends the whole call. */
export async function searchInTime<Result>(
  { query }: Pick<Context, 'query'>,
  search: (query: Context['query']) => Promise<Result>,
): Promise<Result | undefined> {
  const limit = AbortSignal.timeout(maxSearchMs)
  try {
    return await search((statement) => query(statement, limit))
  } catch (error) {
    if (error instanceof RequestAborted && limit.aborted) return undefined
    throw error
  }
}

/** Runs searches, a few at a time; the results are in the order of the searches. */
export async function searchAll<Result>(searches: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...searches.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return results
}

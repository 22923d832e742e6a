// Limits what a request reads at once, and how long one of its searches may take.
import type { Context } from '../../context/context'
import { RequestAborted } from '../../database/connection/cancelOnAbort'

type Query = Context['query']

/** Milliseconds that one search may take. */
const maxSearchMs = 1_000
/** Concurrent reads; one of them may have concurrent reads of its own, as a search by what references show. */
const maxConcurrent = 2

/** Undefined: the search took too long. A disconnected client ends the whole call. */
export async function searchInTime<Result>(
  { query }: Pick<Context, 'query'>,
  search: (query: Query) => Promise<Result>,
): Promise<Result | undefined> {
  const limit = AbortSignal.timeout(maxSearchMs)
  try {
    return await search((statement) => query(statement, limit))
  } catch (error) {
    if (error instanceof RequestAborted && limit.aborted) return undefined
    throw error
  }
}

/**
 * Runs reads that do not depend on each other, a few at a time; the results are in the order of the reads. After a
 * failure no further one begins, and the statements that the others run by the given query end.
 */
export async function readConcurrently<Result>(
  { query }: Pick<Context, 'query'>,
  reads: readonly ((query: Query) => Promise<Result>)[],
): Promise<Result[]> {
  const failure = new AbortController()
  const untilFailure: Query = (statement, limit) =>
    query(statement, limit ? AbortSignal.any([limit, failure.signal]) : failure.signal)
  const results: Result[] = []
  const waiting = [...reads.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1](untilFailure)
  }
  try {
    await Promise.all(Array.from({ length: maxConcurrent }, work))
  } catch (error) {
    waiting.length = 0
    failure.abort()
    throw error
  }
  return results
}

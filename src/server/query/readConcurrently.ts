// Runs independent reads of a request a few at a time.
// The first that fails ends the others.
import type { Context } from '../context/context'

type Query = Context['query']

/**
 * Concurrent reads. A search of the command palette has as many of its own, by what references show: together they take
 * the whole share of an account.
 */
const maxConcurrent = 2

/**
 * Runs reads that do not depend on each other; the results are in the order of the reads. After a failure no further
 * one begins, and the statements end that the others run by the given query.
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

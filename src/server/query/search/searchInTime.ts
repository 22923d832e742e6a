// Bounds the searches of a request in several entities, in time and in their number at once.
import type { Context } from '../../context/context'
import { RequestAborted } from '../../database/connection/cancelOnAbort'

/** Milliseconds that one search may take. */
const longest = 1_000
/** Searches or statements of a request at a time: below an account's share, so that the page behind goes on. */
const concurrency = 2

/** Undefined: the search took too long. What the page itself no longer waits for ends the whole call. */
export async function searchInTime<Result>(
  { query }: Pick<Context, 'query'>,
  search: (query: Context['query']) => Promise<Result>,
): Promise<Result | undefined> {
  const limit = AbortSignal.timeout(longest)
  try {
    return await search((statement) => query(statement, limit))
  } catch (error) {
    if (error instanceof RequestAborted && limit.aborted) return undefined
    throw error
  }
}

/** The same context, of whose statements a few run at a time: searches within searches share them. */
export function withFewStatements<Within extends Pick<Context, 'query'>>(context: Within): Within {
  let free = concurrency
  const waiting: (() => void)[] = []
  const query: Context['query'] = async (statement, limit) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await context.query(statement, limit)
    } finally {
      const begin = waiting.shift()
      if (begin) begin()
      else free += 1
    }
  }
  return { ...context, query }
}

/** Runs searches, a few at a time; the results are in the order of the searches. */
export async function searchAll<Result>(searches: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...searches.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

// Limits how long one search of a request may take.
import type { Context } from '../../context/context'
import { RequestAborted } from '../../database/connection/cancelOnAbort'

type Query = Context['query']

/** Milliseconds that one search may take. */
const maxSearchMs = 1_000

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

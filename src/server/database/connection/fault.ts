// Distinguishes operational failures of database and disk from defects.
// Callers get such a failure in words and may try again.
import pg from 'pg'
import { RequestError } from '../../../protocol/requestError'

const lostSocket = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|The database connection was lost)/

/** The request error of an operational failure; undefined for a defect. */
export function databaseFault(error: unknown): RequestError | undefined {
  const { code, message, syscall, path } = (error ?? {}) as Record<'code' | 'message' | 'syscall' | 'path', unknown>
  const state = error instanceof pg.DatabaseError ? String(error.code) : ''
  if (state === '57014') return new RequestError('query_timeout', {}, { retryAfter: 10 })
  if (state === '53100' || ['ENOSPC', 'EDQUOT'].includes(String(code))) return new RequestError('storage_full')
  // `connect` reports a missing socket as a missing file; any other missing file is a defect.
  const away =
    /^(08|57P|53[^1])/.test(state) ||
    lostSocket.test(String(code)) ||
    (code === 'ENOENT' && syscall === 'connect' && path !== undefined) ||
    lostConnection.test(String(message))
  if (away) return new RequestError('database_unavailable', {}, { retryAfter: 5 })
  if (error instanceof AggregateError) return error.errors.map(databaseFault).find((fault) => fault !== undefined)
  return undefined
}

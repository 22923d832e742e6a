// Distinguishes operational failures of database and disk from defects.
// Callers get such a failure in words and may try again.
import pg from 'pg'
import { RequestError } from '../../../protocol/requestError'

const lostSocket = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|The database connection was lost)/

/** SQLSTATE of a statement that was canceled, by the time limit or on request. */
export const queryCanceled = '57014'
/** SQLSTATE of a statement that waited for a lock longer than its transaction wanted. */
const lockNotAvailable = '55P03'

/** A write that the database ended, most often while it waited for a record that another write held. */
export class WriteEnded extends Error {
  override readonly name = 'WriteEnded'
}

/** Whether a statement has waited for a lock longer than its transaction wanted. */
export const isLockTimeout = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === lockNotAvailable

/** Marks a write that the database ended, whose refusal differs from that of a search. */
export function nameWriteEnd(error: unknown): never {
  if (isLockTimeout(error) || (error instanceof pg.DatabaseError && error.code === queryCanceled))
    throw new WriteEnded(error.message, { cause: error })
  throw error
}

/** The request error of an operational failure; undefined for a defect. */
export function databaseError(error: unknown): RequestError | undefined {
  // All connections stay in use.
  if (error instanceof RequestError && error.key === 'server_busy') return error
  const { code, message, syscall, path } = (error ?? {}) as Record<'code' | 'message' | 'syscall' | 'path', unknown>
  const state = error instanceof pg.DatabaseError ? String(error.code) : ''
  if (error instanceof WriteEnded) return new RequestError('write_timeout', {}, { retryAfter: 5 })
  if (state === queryCanceled) return new RequestError('query_timeout', {}, { retryAfter: 10 })
  if (state === '53100' || ['ENOSPC', 'EDQUOT'].includes(String(code))) return new RequestError('storage_full')
  // `connect` reports a missing socket as a missing file; any other missing file is a defect.
  const away =
    /^(08|57P|53[^1])/.test(state) ||
    lostSocket.test(String(code)) ||
    (code === 'ENOENT' && syscall === 'connect' && path !== undefined) ||
    lostConnection.test(String(message))
  if (away) return new RequestError('database_unavailable', {}, { retryAfter: 5 })
  if (error instanceof AggregateError) return error.errors.map(databaseError).find((error) => error !== undefined)
  return undefined
}

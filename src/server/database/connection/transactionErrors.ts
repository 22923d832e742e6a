// Which errors of a transaction let it be repeated, and which cost the connection.
import pg from 'pg'
import { RequestAborted } from './cancelOnAbort'

/**
 * Whether the connection is lost. The server's ERROR leaves it usable, its FATAL does not; a socket error never comes
 * from the server. Anything else was thrown by the work itself.
 */
export function isBroken(error: unknown): boolean {
  if (error instanceof AggregateError || error instanceof RequestAborted) return true
  if (error instanceof pg.DatabaseError)
    return error.code?.startsWith('08') === true || error.code?.startsWith('57P') === true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ERR_STREAM)/.test(String(code)) ||
    /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
      String(message),
    )
  )
}

/** Whether the same work may succeed once it is repeated. */
export function isSerializationConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Whether a prepared statement outlived a change of its table. Compare the routine: messages may be translated. */
export function isInvalidatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

// Converts errors to replies: an envelope in the caller's language.
// A defect becomes a reference under which the log has the details.
import { randomBytes } from 'node:crypto'
import { messageText, type Locale, type LocalizableText } from '../../../manifest/expression/message'
import { RequestError } from '../../../protocol/requestError'
import { codes, type Envelope } from '../../../protocol/envelope'
import type { Reply } from '../../../protocol/transport'
import { RequestAborted } from '../../database/connection/cancelOnAbort'
import { databaseError } from '../../database/connection/databaseError'
import type { Log } from '../../context/log'
import { json, traceRefusal } from '../../context/reply'

/** The reply for anything thrown. A defect is logged with its stack and answered with a reference to the log. */
export function errorReply(error: unknown, locale: Locale, log: Log): Reply {
  if (error instanceof RequestError) return refusalReply(error, locale)
  // The client has disconnected: this is no failure, and nothing reads the reply.
  if (error instanceof RequestAborted)
    return {
      status: 499,
      headers: json,
      body: { code: codes.failed, msg: error.message, data: null } satisfies Envelope,
    }
  const unavailable = databaseError(error)
  if (unavailable) {
    log.warn(`A call was refused: ${unavailable.message}`)
    return refusalReply(unavailable, locale)
  }
  const reference = randomBytes(4).toString('hex')
  log.error(`Defect ${reference}`, error)
  return refusalReply(new RequestError('server_error', { reference }, { data: { reference } }), locale)
}

function refusalReply(error: RequestError, locale: Locale): Reply {
  const { key, code, status, sentence, hint, fields, data, retryAfter } = error
  traceRefusal(key)
  const inWords = (message: LocalizableText) => messageText(message, locale)
  const reported = fields
    ? { ...data, fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, inWords(text)])) }
    : (data ?? null)
  const headers = retryAfter === undefined ? json : { ...json, 'retry-after': String(retryAfter) }
  const body: Envelope = { code, key, msg: inWords(sentence), ...(hint && { hint: inWords(hint) }), data: reported }
  return { status, headers, body }
}

/** The refusal of an unknown path. */
export function unknownPath(): RequestError {
  return new RequestError('call_not_found')
}

/** The refusal of a call without a valid session. */
export function signedOut(): RequestError {
  return new RequestError('signed_out')
}

/** A refusal by Fastify itself as a request error; everything else unchanged. */
export function asRefusal(error: unknown): unknown {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string }
  if (statusCode === 408) return new RequestError('request_too_slow')
  if (statusCode === 413) return new RequestError('content_too_large')
  if (statusCode === 415) return new RequestError('content_type_not_supported')
  if (statusCode === 404) return unknownPath()
  const client = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (client || code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return new RequestError('request_unreadable')
  return error
}

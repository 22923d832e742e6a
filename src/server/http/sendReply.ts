// Sends the transport's answers, and guesses the language of the others.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { catalogLanguages, type Locale } from '../../manifest/expression/message'
import type { Reply } from '../../protocol/transport'
import type { Log } from '../context/log'
import { scopeOf } from './requestLog'

export function sendReply(reply: FastifyReply, { status, headers, body }: Reply, log: Log): FastifyReply {
  const { code } = (body ?? {}) as { code?: unknown }
  if (typeof code === 'number') scopeOf(reply.request).code = code
  void reply.code(status).headers(headers)
  // A text that begins like compressed data, such as "80", would be sent uncompressed but marked as compressed:
  // https://github.com/fastify/fastify-compress/issues/347
  if (headers['cache-control']?.includes('no-transform')) reply.request.headers['x-no-compression'] = 'true'
  if (body instanceof Readable) {
    body.once('error', (error) => {
      // A client that disconnected is no failure of the server.
      if (!reply.raw.destroyed) log.error('A streamed answer was interrupted', error)
    })
    return reply.send(body)
  }
  return reply.send(body ?? '')
}

/** For protocol errors: they occur before the call and thus the language are known. */
export function localeGuess(request: FastifyRequest): Locale {
  const wish = String(request.headers['x-language'] ?? request.headers['accept-language'] ?? '').toLowerCase()
  const language = catalogLanguages.find((code) => wish.split(/[^a-z]/, 1)[0] === code) ?? catalogLanguages[0]
  return { language, languages: catalogLanguages }
}

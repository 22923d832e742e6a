// Parses JSON bodies when their calls read them: a call that is refused before costs no parsing.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultOf } from '../endpoints/contract/errorReply'

const received = new WeakMap<FastifyRequest, () => unknown>()

/** Keeps the bytes of JSON bodies instead of parsing them on arrival. */
export function keepJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    received.set(request, () => {
      let outcome: { readonly error: Error | null; readonly value?: unknown } | undefined
      void parse(request, bytes as unknown as string, (error, value) => (outcome = { error, value }))
      if (outcome!.error) throw faultOf(outcome!.error)
      return outcome!.value
    })
    done(null, undefined)
  })
}

/**
 * The body of a request, parsed at the first time.
 * @throws RequestError `request_unreadable`
 */
export function bodyOf(request: FastifyRequest): unknown {
  const read = received.get(request)
  if (!read) return request.body
  const value = read()
  received.set(request, () => value)
  return value
}

// Parses JSON bodies lazily, so that a call refused earlier costs no parsing.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../protocol/requestError'
import { asRefusal } from '../endpoints/contract/errorReply'

/** Maximum nesting, more than any valid request has: a million brackets take the parser half a second. */
const maxDepth = 100
const [quote, backslash] = [0x22, 0x5c]

const received = new WeakMap<FastifyRequest, () => unknown>()

/** Keeps the bytes of JSON bodies instead of parsing them on arrival. */
export function deferJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    received.set(request, () => {
      if (isNestedDeeper(bytes, maxDepth)) throw new RequestError('request_too_deep')
      let outcome: { readonly error: Error | null; readonly value?: unknown } | undefined
      void parse(request, bytes as unknown as string, (error, value) => (outcome = { error, value }))
      if (outcome!.error) throw asRefusal(outcome!.error)
      return outcome!.value
    })
    done(null, undefined)
  })
}

/**
 * The body of a request, parsed on first use.
 * @throws RequestError `request_unreadable`
 */
export function bodyOf(request: FastifyRequest): unknown {
  const read = received.get(request)
  if (!read) return request.body
  const value = read()
  received.set(request, () => value)
  return value
}

/** Counts brackets outside of texts; invalid JSON is left to the parser. */
function isNestedDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) inText = !inText
    else if (inText) index += byte === backslash ? 1 : 0
    else if (byte === 0x5b || byte === 0x7b) depth += 1
    else if (byte === 0x5d || byte === 0x7d) depth -= 1
    if (depth > limit) return true
  }
  return false
}

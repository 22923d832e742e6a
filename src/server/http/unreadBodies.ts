// Refuses by the head without reading the body, and bounds what is read after an answer.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '../../protocol/transport'
import type { Log } from '../context/log'
import { sendReply } from './sendReply'

/** Largest body that is read without a session, or although its request is refused. */
const smallBytes = 64 * 1024

/** The refusal of a request with a large body; undefined where the body is to be read. */
type RefusalByHead = (request: FastifyRequest, reply: FastifyReply) => Promise<Reply | undefined>

/** Refuses before the body is read, and closes the connection: its sender is still writing. */
export function refuseByHead(server: FastifyInstance, log: Log, refusalOf: RefusalByHead): void {
  server.addHook('onRequest', async (request, reply) => {
    if (announcedBytes(request.headers) <= smallBytes) return undefined
    const refusal = await refusalOf(request, reply)
    return refusal && sendReply(reply.header('connection', 'close'), refusal, log)
  })
}

/**
 * Unread bytes of a body would precede the connection's next request. A form's rest is drained, since a browser shows
 * an answer only after it has sent all; the connection of any other large body ends with the answer.
 */
export function endUnreadBodies(server: FastifyInstance, maxFormBytes: number): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete && !isDrained(request, maxFormBytes)) void reply.header('connection', 'close')
    done()
  })
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) readRest(raw.unpipe(), maxFormBytes)
    done()
  })
}

function isDrained(request: FastifyRequest, maxFormBytes: number): boolean {
  // Node itself drains what was never read, without counting.
  const isCounted = request.raw.readableFlowing !== null
  const bytes = announcedBytes(request.headers)
  return bytes <= smallBytes || (request.isMultipart() && (isCounted || bytes <= maxFormBytes))
}

/** The length of a body by its head, infinite where it is sent in chunks. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

function readRest(body: IncomingMessage, maxBytes: number): void {
  let read = 0
  body.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > maxBytes) body.destroy()
  })
  body.resume()
}

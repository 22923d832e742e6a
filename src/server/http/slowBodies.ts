// Ends requests whose body stalls, arrives too slowly, or continues after the answer.
// Only time spent waiting for the sender counts; the server's own work pauses the clock.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { announcedBytes } from './unreadBodies'

/** Limits of slow bodies, in milliseconds and bytes. */
interface BodyPace {
  /** Maximum time without a byte. */
  readonly silenceMs: number
  /** Time before the rate is enforced. */
  readonly graceMs: number
  /** Minimum bytes per second, on average. */
  readonly bytesPerSecond: number
}

/** `headers`: milliseconds allowed for headers, and between two checks. */
export const usualPace = {
  headers: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  // A weak mobile connection has ten times this rate.
  body: { silenceMs: 15_000, graceMs: 20_000, bytesPerSecond: 1_000 } satisfies BodyPace,
}
/** Milliseconds to send the refusal before the connection is closed. */
const closeDelayMs = 1_000

interface Incoming {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly before: number
  received: number
  waited: number
  silent: number
}

export function endSlowBodies(server: FastifyInstance, pace: BodyPace): void {
  const bodies = new Set<Incoming>()
  const interval = Math.min(1_000, pace.silenceMs / 4)
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    // Bytes may have waited in the kernel while the thread was busy.
    const passed = Math.min(now - last, 2 * interval)
    last = now
    for (const body of bodies) {
      const { raw } = body.request
      if (raw.complete || raw.destroyed) bodies.delete(body)
      else if (isTooSlow(body, passed, pace)) {
        bodies.delete(body)
        end(body)
      }
    }
  }
  const timer = setInterval(look, interval)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
  server.addHook('onRequest', (request, reply, done) => {
    if (announcedBytes(request.headers) > 0) {
      const before = request.raw.socket.bytesRead
      bodies.add({ request, reply, before, received: before, waited: 0, silent: 0 })
    }
    done()
  })
}

function isTooSlow(body: Incoming, passed: number, { silenceMs, graceMs, bytesPerSecond }: BodyPace): boolean {
  const { raw } = body.request
  const received = raw.socket.bytesRead
  if (received > body.received) body.silent = 0
  body.received = received
  // A stream that is not being read is not flowing: then the sender waits for the server.
  if (raw.readableFlowing !== true || raw.readableLength > 0) return false
  body.waited += passed
  body.silent += passed
  return body.silent > silenceMs || body.waited > graceMs + ((received - body.before) / bytesPerSecond) * 1_000
}

/** Refuses the request if its body is still being read, and closes the connection. */
function end({ request: { raw }, reply }: Incoming): void {
  if (reply.raw.headersSent || raw.listenerCount('error') === 0) return void raw.destroy()
  void reply.header('connection', 'close')
  raw.emit('error', Object.assign(new Error('The body came too slowly.'), { statusCode: 408 }))
  setTimeout(() => raw.destroy(), closeDelayMs).unref()
}

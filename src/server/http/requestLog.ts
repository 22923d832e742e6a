// Writes one log line and one metric per request, and attaches the request to the log lines of its
// work.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../context/log'
import type { Metrics } from './metrics'
import { inRequest, type RequestScope } from '../context/requestScope'
import { clientAddress } from './clientAddress'

/** The customary status of a request whose client disconnected. */
const callerLeftStatus = 499
const requestScopes = new WeakMap<FastifyRequest, RequestScope>()

export function scopeOf(request: FastifyRequest): RequestScope {
  const requestScope = requestScopes.get(request) ?? { request: request.id, address: clientAddress(request.ip) }
  requestScopes.set(request, requestScope)
  return requestScope
}

/** Logs and counts each request; logs the name of its call instead of its address. */
export function logRequests(server: FastifyInstance, log: Log, metrics: Metrics | undefined): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const scope = scopeOf(request)
      const status = reply.raw.writableFinished ? reply.statusCode : callerLeftStatus
      metrics?.answered(scope, status, reply.elapsedTime / 1_000)
      const { call = `${request.method} page`, code } = scope
      const answer = `${status}${code === undefined ? '' : ` ${code}`}`
      inRequest(scope, () => log.info(`${call} ${answer} in ${Math.round(reply.elapsedTime)} ms`))
    })
    done()
  })
}

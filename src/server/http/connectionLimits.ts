// Limits open connections; warns if an unconfigured proxy makes all callers share an address.
import type { FastifyInstance } from 'fastify'
import type { Log } from '../context/log'

/** Maximum connections of the server, and of one address where no proxy is in front. */
const maxConnections = { all: 4_000, address: 600 }

export function limitConnections(server: FastifyInstance, byAddress: boolean): void {
  server.server.maxConnections = maxConnections.all
  if (!byAddress) return
  const open = new Map<string, number>()
  server.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > maxConnections.address) socket.destroy()
  })
}

/** Behind a proxy that is not configured, all users have one address, and each delays the others' sign-in. */
export function warnOfProxy(server: FastifyInstance, proxies: number, log: Log): void {
  if (proxies > 0) return
  let isWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn(
        [
          'A request came with X-Forwarded-For while TRUSTED_PROXIES is 0:',
          'all callers count as one address. Set TRUSTED_PROXIES to the number of proxies in front.',
        ].join(' '),
      )
    }
    done()
  })
}

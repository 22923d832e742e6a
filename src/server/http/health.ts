// Serves health, readiness and metrics for load balancers, containers and monitoring.
// No session needed; on the server's own port or on an address of their own.
import { isIP } from 'node:net'
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Log } from '../context/log'
import type { Metrics } from './metrics'

/** What a load balancer reads. The server takes requests only while all but `manifests` holds. */
interface Readiness {
  /** The database responds within two seconds. */
  readonly database: boolean
  /** Every saved manifest is valid; otherwise the last sound ones are served. */
  readonly manifests: boolean
  /** Tables and data are prepared. */
  readonly started: boolean
  /** The server is not shutting down. */
  readonly open: boolean
  /** What is wrong with the saved manifests, a line each. */
  readonly problems: readonly string[]
}

export interface Health {
  readonly readiness: () => Promise<Readiness>
  readonly metrics: Metrics
}

const noStore = { 'cache-control': 'no-store' }

/** Adds /healthz, /readyz and /metrics. */
export function serveHealth(
  server: FastifyInstance,
  { readiness, metrics }: Health,
  metricsFor: 'anyClient' | 'thisMachine',
): void {
  server.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ alive: true }))
  server.get('/readyz', async (_request, reply) => {
    const { problems, ...conditions } = await readiness()
    const { manifests, ...required } = conditions
    const ready = Object.values(required).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .headers(noStore)
      .send({ ready, ...conditions, ...(!manifests && { problems }) })
  })
  server.get('/metrics', async (request, reply) => {
    if (metricsFor === 'thisMachine' && !fromThisMachine(request))
      return reply
        .code(403)
        .headers(noStore)
        .send({ error: 'Metrics are served to this machine only; OPERATIONS_ADDRESS sets another address for them.' })
    return reply
      .headers(noStore)
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/** A server for these three alone. */
export async function listenForHealth(address: { host: string; port: number }, health: Health, log: Log) {
  const server = fastify({
    forceCloseConnections: true,
    requestTimeout: 10_000,
    loggerInstance: log.logger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  serveHealth(server, health, 'anyClient')
  await server.listen(address)
  return server
}

// A proxied request comes from elsewhere, even though its connection is local.
function fromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return (
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    (plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.')))
  )
}

/** Whether the promise resolves within `milliseconds`; never rejects. */
export async function answersWithin(answer: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const came = answer.then(
    () => true,
    () => false,
  )
  return Promise.race([came, late]).finally(() => clearTimeout(timer))
}

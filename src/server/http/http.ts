// Adapts Fastify to the Transport and serves the built page; decides nothing about a call.
import { textBefore } from '../../manifest/expression/values/present'
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { fastify, LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import { RequestError } from '../../protocol/requestError'
import type { Part, Parts, Reply, Transport } from '../../protocol/transport'
import type { Configuration } from '../context/configuration'
import { limitConnections, warnOfProxy } from './connectionLimits'
import { guardingHeaders } from './securityHeaders'
import { sendReply, localeGuess } from './sendReply'
import { endSlowBodies, usualPace } from './slowBodies'
import { bodyOf, deferJsonBodies } from './jsonBody'
import { serveHealth, type Health } from './health'
import type { Log } from '../context/log'
import type { Metrics } from './metrics'
import { logRequests, scopeOf } from './requestLog'
import { inRequest } from '../context/requestScope'
import { mapFrame } from '../../protocol/frames/mapMessages'
import { standInPath } from '../integrations/partner/client'
import { mapPage, mapPolicy, type MapPlace } from '../integrations/map/mapPage'
import type { Stub } from '../integrations/standIns/standIn'
import { errorReply, asRefusal, unknownPath } from '../endpoints/contract/errorReply'
import { serveWeb, type PageEntryOf } from './staticPage'
import { endUnreadBodies, refuseByHead } from './unreadBodies'

interface HttpOptions {
  readonly transport: Transport
  /** Whether a path is a call rather than an address of the page. */
  readonly isCall: (method: string, path: string) => boolean
  /** Whether a call exists there; a large body to any other path is not read. Absent: all paths have one. */
  readonly isTarget?: (method: string, path: string) => boolean
  readonly configuration: Pick<Configuration, 'proxies' | 'uploadBytes'>
  readonly log: Log
  /**
   * Whether a request's headers carry a valid session; large bodies require one. Absent: all requests count as valid.
   */
  readonly isKnown?: (headers: Readonly<Record<string, unknown>>) => Promise<boolean>
  /** The built web page; when the folder is missing, the browser shows a notice. */
  readonly webFolder: string
  /** Data for the page's first paint; written into it. */
  readonly entry: PageEntryOf
  /** Origins of pages that screens show in frames. */
  readonly frames?: readonly string[]
  /** The frame in which the map service's script runs. */
  readonly map?: MapPlace
  /** The pages of integrations without an address. */
  readonly standIn?: Stub
  /** Health and metrics on the server's own port. */
  readonly health?: Health
  readonly metrics?: Metrics
  /** Limits for slow requests; absent: the defaults. */
  readonly pace?: typeof usualPace
}

const bytesPerMegabyte = 1024 * 1024
/** Largest JSON body: a form with a few hundred lines has some 100 kB. */
const maxBodyBytes = 2 * bytesPerMegabyte

/** A server that does not listen yet. */
export async function createHttp({
  transport,
  isCall,
  configuration,
  log,
  webFolder,
  entry,
  standIn,
  frames = [],
  map,
  health,
  metrics,
  isKnown,
  isTarget,
  pace = usualPace,
}: HttpOptions): Promise<FastifyInstance> {
  const program = randomBytes(6).toString('hex')
  let requests = 0
  const server = fastify({
    bodyLimit: maxBodyBytes,
    trustProxy: (_address, hop) => hop < configuration.proxies,
    requestTimeout: 300_000,
    http: pace.headers,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Serve requests on open connections normally while the server ends.
    return503OnClosing: false,
    loggerInstance: log.logger,
    logController: new LogController({ requestIdLogLabel: 'request', disableRequestLogging: true }),
    genReqId: () => `${program}${(requests += 1).toString(36)}`,
  })
  await guardAnswers(server, frames, entry(undefined).product.passthroughOrigins)
  logRequests(server, log, metrics)
  limitConnections(server, configuration.proxies === 0)
  warnOfProxy(server, configuration.proxies, log)
  endSlowBodies(server, pace.body)
  refuseByHead(server, log, (...of) => refusalByHead(...of, { transport, isKnown, isTarget, log }))
  await registerBodies(server, configuration)
  if (standIn) serveStandInPages(server, standIn)
  if (map) serveMap(server, map)
  if (health) serveHealth(server, health, 'thisMachine')
  // Agents look here for a stream of the server's own messages; there is none.
  server.get('/mcp', (_request, reply) => reply.code(405).header('allow', 'POST').send())
  await servePageAndCalls(server, { transport, isCall, metrics, log, webFolder, entry })
  handleErrors(server, log)
  return server
}

async function servePageAndCalls(
  server: FastifyInstance,
  {
    transport,
    isCall,
    metrics,
    log,
    webFolder,
    entry,
  }: Pick<HttpOptions, 'transport' | 'isCall' | 'metrics' | 'log' | 'webFolder' | 'entry'>,
): Promise<void> {
  const web = await serveWeb(server, webFolder, entry)
  server.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      const path = textBefore(request.url, '?')
      const scope = scopeOf(request)
      const answer = async () => {
        const outcome = await inRequest(scope, () => transport(callOf(request, reply)))
        if (scope.ended) metrics?.statementEnded(scope.ended)
        return outcome
      }
      if (isCall(request.method, path)) return sendReply(reply, await answer(), log)
      if (request.method !== 'POST' && (await web(request, reply, path))) return reply
      return sendReply(reply, await answer(), log)
    },
  })
}

/** Gives every answer its guarding headers and the id of its request. */
async function guardAnswers(
  server: FastifyInstance,
  frames: HttpOptions['frames'],
  calls: readonly string[] | undefined,
): Promise<void> {
  const guarding = await guardingHeaders({ frames, calls })
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guarding).header('x-request-id', request.id)
    done()
  })
}

/** Compresses answers, and reads uploads and JSON. */
async function registerBodies(
  server: FastifyInstance,
  { uploadBytes }: Pick<HttpOptions['configuration'], 'uploadBytes'>,
): Promise<void> {
  await server.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  deferJsonBodies(server)
  endUnreadBodies(server, uploadBytes)
  await server.register(multipart, {
    limits: { fileSize: uploadBytes, files: 20, fields: 50, fieldSize: 64 * 1024, parts: 70 },
    throwFileSizeLimit: true,
  })
}

function handleErrors(server: FastifyInstance, log: Log): void {
  server.setNotFoundHandler((request, reply) =>
    sendReply(reply, errorReply(unknownPath(), localeGuess(request), log), log),
  )
  server.setErrorHandler((error, request, reply) => {
    // No reply is needed, and a client that disconnected is no failure of the server.
    if (reply.raw.destroyed) return reply.hijack()
    return inRequest(scopeOf(request), () =>
      sendReply(reply, errorReply(asRefusal(error), localeGuess(request), log), log),
    )
  })
}

/** The refusal of a large body before it is read: one without a session, or to a path without a call. */
async function refusalByHead(
  request: FastifyRequest,
  reply: FastifyReply,
  { transport, isKnown, isTarget, log }: Pick<HttpOptions, 'transport' | 'isKnown' | 'isTarget' | 'log'>,
): Promise<Reply | undefined> {
  const verdict = await isKnown?.(request.headers).catch((error: unknown) => error)
  if (verdict === false) return errorReply(asRefusal({ statusCode: 413 }), localeGuess(request), log)
  if (verdict !== true && verdict !== undefined) return errorReply(verdict, localeGuess(request), log)
  if (isTarget?.(request.method, textBefore(request.url, '?')) ?? true) return undefined
  return inRequest(scopeOf(request), () => transport(callOf(request, reply)))
}

function serveMap(server: FastifyInstance, map: MapPlace): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': mapPolicy(map),
    'x-frame-options': 'SAMEORIGIN',
  }
  const page = mapPage(map)
  server.get(mapFrame, (_request, reply) => reply.headers(headers).send(page))
}

/** Serves the pages of stand-ins in opaque origins: they cannot access the product's cookies, storage or page. */
function serveStandInPages(server: FastifyInstance, standIn: Stub): void {
  server.get(`${standInPath}/:system/*`, async (request, reply) => {
    const { system, '*': path } = request.params as { system: string; '*': string }
    const { searchParams } = new URL(request.url, 'http://stand-in')
    const { status, type, body } = await standIn(system, { path: `/${path}`, query: searchParams, fromBrowser: true })
    return reply
      .code(status)
      .headers({
        'content-type': type,
        'cache-control': 'no-store',
        'content-security-policy': [
          "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';",
          "style-src 'unsafe-inline'; frame-ancestors 'self'",
        ].join(' '),
        'x-frame-options': 'SAMEORIGIN',
        // Their scripts are loaded by frames without an origin.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(body)
  })
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers[name] = String(value)
  const parts = request.isMultipart() ? ({ parts: partsOf(request) } satisfies Parts) : undefined
  return {
    method: request.method as 'GET' | 'POST',
    path: request.url,
    headers,
    get body() {
      return parts ?? bodyOf(request)
    },
    address: scopeOf(request).address,
    // Lazy: few calls need it, and it costs more than the rest.
    get signal() {
      return signalOf(reply)
    },
  }
}

const signals = new WeakMap<FastifyReply, AbortSignal>()

function signalOf(reply: FastifyReply): AbortSignal {
  const signal = signals.get(reply)
  if (signal) return signal
  const abandoned = new AbortController()
  signals.set(reply, abandoned.signal)
  if (reply.raw.closed && !reply.raw.writableFinished) abandoned.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abandoned.abort()
  })
  return abandoned.signal
}

async function* partsOf(request: FastifyRequest): AsyncIterable<Part> {
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        yield { kind: 'file', name: part.fieldname, filename: part.filename, bytes: wholeOf(part.file) }
      else yield { kind: 'value', name: part.fieldname, value: String(part.value) }
    }
  } catch (error) {
    throw multipartError(error)
  }
}

async function* wholeOf(file: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* file
  } catch (error) {
    throw multipartError(error)
  }
}

/** An error while reading a form is caused by the form or by a lost connection. */
function multipartError(error: unknown): unknown {
  const refusal = asRefusal(error)
  return refusal instanceof RequestError ? refusal : asRefusal({ statusCode: 400 })
}

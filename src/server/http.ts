// How do calls and the web page travel over HTTP? Adapts Fastify to the Transport and serves the built page; decides nothing about a call.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import type { Product } from '../manifest/app'
import { codes, Fault } from '../protocol/envelope'
import type { Part, Parts, Reply, Transport } from '../protocol/transport'
import type { Configuration } from './configuration'
import { guardingHeaders } from './guardingHeaders'
import type { Log } from './log'
import { mapFrame } from '../protocol/mapFrame'
import { standInPath } from './outside/door'
import { mapPage, mapPolicy, type MapPlace } from './outside/mapPage'
import type { StandIn } from './outside/standIn'
import { refuse, unknownPath } from './refuse'
import { serveWeb } from './web'

export interface HttpOptions {
  readonly transport: Transport
  /** Whether a path is a call rather than an address of the page. */
  readonly isCall: (method: string, path: string) => boolean
  readonly configuration: Pick<Configuration, 'proxies' | 'uploadBytes'> & Partial<Pick<Configuration, 'outside'>>
  readonly log: Log
  /** The built web page; absent folders are told to the person in front of the browser. */
  readonly webFolder: string
  /** What the page is told before it asks; written into it. */
  readonly entry: () => { readonly revision: string; readonly product: Pick<Product, 'rawOrigins'> }
  /** The frame in which the map service's script runs. */
  readonly map?: MapPlace
  /** What outside systems without an address show to a browser. */
  readonly standIn?: StandIn
}

const megabyte = 1024 * 1024
/** Largest JSON body: a form of a few hundred lines has some 100 kB. */
const bodyLimit = 2 * megabyte

/** A server that is not listening yet. */
export async function createHttp({
  transport,
  isCall,
  configuration,
  log,
  webFolder,
  entry,
  standIn,
  map,
}: HttpOptions): Promise<FastifyInstance> {
  const program = randomBytes(6).toString('hex')
  let requests = 0
  const server = fastify({
    bodyLimit,
    trustProxy: (_address, hop) => hop < configuration.proxies,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    genReqId: () => `${program}${(requests += 1).toString(36)}`,
  })
  const guarding = await guardingHeaders({
    frames: Object.values(configuration.outside ?? {}).map((address) => new URL(address).origin),
    calls: entry().product.rawOrigins,
  })
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(guarding)
    done()
  })
  await server.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await server.register(multipart, {
    limits: { fileSize: configuration.uploadBytes, files: 20, fields: 50, fieldSize: 64 * 1024, parts: 70 },
    throwFileSizeLimit: true,
  })

  if (standIn) serveStandInPages(server, standIn)
  if (map) serveMap(server, map)
  const web = await serveWeb(server, webFolder, entry)
  server.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.url.split('?')[0]!
      if (isCall(request.method, path)) return send(reply, await transport(callOf(request, reply)), log)
      if (request.method !== 'POST' && (await web(request, reply, path))) return reply
      return send(reply, await transport(callOf(request, reply)), log)
    },
  })
  server.setNotFoundHandler((request, reply) => send(reply, refuse(unknownPath(), languageGuess(request), log), log))
  server.setErrorHandler((error, request, reply) =>
    send(reply, refuse(faultOf(error), languageGuess(request), log), log),
  )
  return server
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

/** Pages of stand-ins, each in an origin of its own: they reach neither the cookies nor the storage nor the page of the product. */
function serveStandInPages(server: FastifyInstance, standIn: StandIn): void {
  server.get(`${standInPath}/:system/*`, async (request, reply) => {
    const { system, '*': path } = request.params as { system: string; '*': string }
    const { searchParams } = new URL(request.url, 'http://stand-in')
    const { status, type, body } = await standIn(system, { path: `/${path}`, query: searchParams, cookie: undefined })
    return reply
      .code(status)
      .headers({
        'content-type': type,
        'cache-control': 'no-store',
        'content-security-policy':
          "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
        // Scripts among them are for frames that have no origin.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(body)
  })
}

function callOf(request: FastifyRequest, reply: FastifyReply) {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers[name] = String(value)
  const body = request.isMultipart() ? ({ parts: partsOf(request) } satisfies Parts) : request.body
  return {
    method: request.method as 'GET' | 'POST',
    path: request.url,
    headers,
    body,
    address: request.ip,
    // Few calls ask for it, and it costs more than the rest of this.
    get signal() {
      return signalOf(reply)
    },
  }
}

const signals = new WeakMap<FastifyReply, AbortSignal>()

function signalOf(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply)
  if (known) return known
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
      if (part.type === 'file') yield { kind: 'file', name: part.fieldname, filename: part.filename, bytes: part.file }
      else yield { kind: 'value', name: part.fieldname, value: String(part.value) }
    }
  } catch (error) {
    throw faultOf(error)
  }
}

function send(reply: FastifyReply, { status, headers, body }: Reply, log: Log): FastifyReply {
  void reply.code(status).headers(headers)
  if (body instanceof Readable) {
    body.once('error', (error) => log.error('A streamed answer broke off', error))
    return reply.send(body)
  }
  return reply.send(body ?? '')
}

/** What Fastify refused by itself, as a fault; everything else unchanged. */
function faultOf(error: unknown): unknown {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string }
  if (statusCode === 413) return new Fault(codes.refused, ['内容过大', 'That is too large'], { status: 413 })
  if (statusCode === 415)
    return new Fault(codes.refused, ['不支持的内容类型', 'This kind of content is not understood'], { status: 415 })
  if (statusCode === 404) return unknownPath()
  const client = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (client || code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return new Fault(codes.refused, ['请求格式不正确', 'The request cannot be read'], { status: 400 })
  return error
}

// Before a call is found there is no product to ask for its languages; only a protocol error gets here.
function languageGuess(request: FastifyRequest): 0 | 1 {
  const wish = String(request.headers['x-language'] ?? request.headers['accept-language'] ?? '')
  return /^en\b/i.test(wish) ? 1 : 0
}

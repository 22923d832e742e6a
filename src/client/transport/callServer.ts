// The client of the server: marks calls, limits their time, turns refusals into CallErrors.
import { jsonIn } from '../../manifest/json/jsonText'
import type { Text } from '../../manifest/model/text'
import { codes, type Envelope } from '../../protocol/envelope'
import { writeHeader } from '../../protocol/liveEvents'
import type { EndpointInfo } from '../../protocol/publicEntry'
import type { Call, Reply, Transport } from '../../protocol/transport'
import { CallError, type CallErrorInit } from '../feedback/callError'
import type { Translator } from '../text/translate'
import { markedBody, withMarker } from './endpointAddress'
import { dispositionName } from './fileName'
import { bytesOf, readText } from './readBody'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** A code of the product's languages; the user's if absent. */
  readonly language?: string
  /** Milliseconds; if absent 20,000, or more where a read may take longer. */
  readonly timeoutMs?: number
  readonly timeoutText?: Text
  /** true: the caller shows the failure itself. */
  readonly quiet?: boolean
  readonly progress?: (loaded: number, total?: number) => void
  /** Names a write, so that the page recognizes the live event about it. */
  readonly write?: string
  /** true: the request is completed even if the page closes. */
  readonly keepalive?: boolean
}

/** A call with options for the browser's transport. */
export interface ClientRequest extends Call, Pick<CallOptions, 'keepalive'> {
  /** For forms with files. */
  readonly progress?: (loaded: number, total?: number) => void
}

interface ClientOptions {
  /** Read for every call, because they change with the session. */
  readonly token: () => string | null
  readonly translator: () => Translator
  /** product.clientName */
  readonly marker: string
  /** product.passthroughOrigins */
  readonly rawOrigins?: readonly string[]
  /** Seconds after which the server ends a read; undefined before it is known. */
  readonly readSeconds?: () => number | undefined
  /** Receives every failure, quiet or not. */
  readonly failed: (error: CallError, quiet: boolean) => void
}

interface Download {
  readonly blob: Blob
  readonly name: string
}

export interface Client {
  get<T>(path: string, query?: Readonly<Record<string, string>>, options?: CallOptions): Promise<T>
  post<T>(path: string, body?: object, options?: CallOptions): Promise<T>
  /**
   * Sends a request early that a later post of the same body will need: the first such post gets its answer or failure.
   */
  prefetch(path: string, body: object): void
  /** The early answer to such a post if it has arrived, which makes the post unnecessary. */
  takePrefetched<T>(path: string, body: object, language: string): T | undefined
  /** Drops unused early answers. */
  dropPrefetched(): void
  /** A declared endpoint, with its own method, time limit and text. */
  endpoint<T>(endpoint: EndpointInfo, values?: object, options?: CallOptions): Promise<T>
  /** A form with files. */
  upload<T>(path: string, form: FormData, options?: CallOptions): Promise<T>
  /** An answer that is a file, held in memory. */
  download(path: string, body: object | null, options?: CallOptions): Promise<Download>
  /** An endless answer; the time limit applies until it begins. */
  stream(path: string, options?: CallOptions): Promise<AsyncIterable<Uint8Array>>
}

export const limitMs = { usual: 20_000, file: 120_000, long: 300_000 } as const
const readGraceMs = 10_000

/** The calls of a page; a failure rejects with a CallError after `failed` has received it. */
export function createClient(transport: Transport, setup: ClientOptions): Client {
  const send = createSender(transport, setup)
  const { token, translator } = setup
  const early = createEarlyAnswers((...read) => JSON.stringify([...read, token()]))
  const withReport = async <T>(options: CallOptions, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CallError) setup.failed(error, options.quiet ?? false)
      throw error
    }
  }
  const marked = (body: object) => markedBody(body, setup.marker)
  const get: Client['get'] = (path, query, options = {}) =>
    withReport(options, async () =>
      dataOf(await send({ method: 'GET', path: withMarker(path, setup.marker, query) }, options), setup, path),
    )
  const post: Client['post'] = <T>(path: string, body: object = {}, options: CallOptions = {}) =>
    early.take<T>(path, body, options.language ?? translator().language) ??
    withReport<T>(options, async () =>
      dataOf(await send({ method: 'POST', path, body: marked(body) }, options), setup, path),
    )
  return {
    get,
    post,
    prefetch: (path, body) => early.set([path, body, translator().language], post(path, body, { quiet: true })),
    takePrefetched: early.takeArrived,
    dropPrefetched: early.clear,
    endpoint: (endpoint, values = {}, options = {}) => {
      const limits = { timeoutMs: endpoint.timeoutMs, timeoutText: endpoint.timeoutMessage, ...options }
      return endpoint.method === 'GET'
        ? get(endpoint.path, textValues(values), limits)
        : post(endpoint.path, values, limits)
    },
    upload: (path, form, options = {}) =>
      withReport(options, async () => {
        form.set('client', setup.marker)
        return dataOf(await send({ method: 'POST', path, body: form }, { timeoutMs: limitMs.long, ...options }), setup)
      }),
    download: (path, body, options = {}) =>
      withReport(options, async () => {
        const call = body
          ? ({ method: 'POST', path, body: marked(body) } as const)
          : ({ method: 'GET', path: withMarker(path, setup.marker) } as const)
        const reply = await send(call, { timeoutMs: limitMs.long, ...options })
        await refuseEnvelope(reply, setup)
        return readDownload(reply, options, setup)
      }),
    stream: (path, options = {}) =>
      withReport(options, async () => {
        const reply = await send({ method: 'GET', path: withMarker(path, setup.marker) }, options)
        await refuseEnvelope(reply, setup)
        return bytesOf(reply.body)
      }),
  }
}

type Send = (call: Pick<Call, 'method' | 'path' | 'body'>, options: CallOptions) => Promise<Reply>

/** Sends a call with language and token, within its time limit. */
function createSender(transport: Transport, setup: ClientOptions): Send {
  return async (call, options) => {
    const token = setup.token()
    const translator = setup.translator()
    const limit = new AbortController()
    let late = false
    const timer = setTimeout(
      () => {
        late = true
        limit.abort()
      },
      options.timeoutMs ?? Math.max(limitMs.usual, (setup.readSeconds?.() ?? 0) * 1_000 + readGraceMs),
    )
    const headers: Record<string, string> = {
      'x-language': options.language ?? translator.language,
      accept: 'application/json',
      ...(options.write !== undefined && { [writeHeader]: options.write }),
    }
    // Send the token only to the product's own server.
    if (token && !isForeign(call.path)) headers['x-token'] = token
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
    const sent: ClientRequest = { ...call, headers, signal, progress: options.progress, keepalive: options.keepalive }
    try {
      return await transport(sent)
    } catch (error) {
      if (late) throw new CallError({ kind: 'timeout', timeoutText: options.timeoutText }, translator)
      if (options.signal?.aborted) throw new CallError({ kind: 'aborted' }, translator)
      throw error instanceof CallError ? error : new CallError({ kind: 'offline', data: error }, translator)
    } finally {
      clearTimeout(timer)
    }
  }
}

interface EarlyAnswer {
  readonly answer: Promise<unknown>
  /** Undefined until the answer has arrived. */
  value: unknown
  readonly until: number
}

/** Answers of early requests, each for one later request with the same body and language. */
function createEarlyAnswers(keyOf: (path: string, body: object, language: string) => string) {
  const answers = new Map<string, EarlyAnswer>()
  const find = (...read: Parameters<typeof keyOf>): readonly [string, EarlyAnswer] | undefined => {
    if (answers.size === 0) return undefined
    const key = keyOf(...read)
    const early = answers.get(key)
    if (!early || early.until > Date.now()) return early && [key, early]
    answers.delete(key)
    return undefined
  }
  return {
    take<T>(...read: Parameters<typeof keyOf>): Promise<T> | undefined {
      const [key, early] = find(...read) ?? []
      if (key !== undefined) answers.delete(key)
      return early?.answer as Promise<T> | undefined
    },
    takeArrived<T>(...read: Parameters<typeof keyOf>): T | undefined {
      const [key, early] = find(...read) ?? []
      if (key === undefined || early?.value === undefined) return undefined
      answers.delete(key)
      return early.value as T
    },
    set(read: Parameters<typeof keyOf>, answer: Promise<unknown>): void {
      const entry: EarlyAnswer = { answer, value: undefined, until: Date.now() + limitMs.usual }
      answers.set(keyOf(...read), entry)
      answer.then(
        (value) => {
          entry.value = value
        },
        // The consumer gets the failure; without one it does not matter.
        () => undefined,
      )
    },
    clear: () => answers.clear(),
  }
}

function dataOf<T>(reply: Reply, { rawOrigins, translator }: ClientOptions, path = ''): T {
  // A passthrough origin has its own answer format, which the caller understands.
  if (isRaw(path, rawOrigins) && reply.status < 400) return reply.body as T
  const envelope = reply.body as Partial<Envelope<T>> | null | undefined
  if (reply.status < 400 && envelope?.code === codes.success) return envelope.data as T
  throw new CallError(factsOf(reply, envelope), translator())
}

/** Reads the bytes of a file. */
async function readDownload(reply: Reply, options: CallOptions, { translator }: ClientOptions): Promise<Download> {
  const total = Number(reply.headers['content-length']) || undefined
  const parts: Uint8Array[] = []
  let loaded = 0
  try {
    for await (const part of bytesOf(reply.body)) {
      parts.push(part)
      options.progress?.((loaded += part.byteLength), total)
    }
  } catch (error) {
    // Canceled by the caller, or interrupted while the bytes were arriving.
    const kind = options.signal?.aborted ? 'aborted' : 'offline'
    throw error instanceof CallError ? error : new CallError({ kind, data: error }, translator())
  }
  return {
    blob: new Blob(parts as BlobPart[], { type: reply.headers['content-type'] ?? 'application/octet-stream' }),
    name: dispositionName(reply.headers['content-disposition']),
  }
}

const isForeign = (path: string): boolean => /^[a-z]+:/i.test(path)

/** Whether the address belongs to one of these origins: compares whole origins, not substrings. */
function isRaw(path: string, origins: readonly string[] = []): boolean {
  return isForeign(path) && URL.canParse(path) && origins.includes(new URL(path).origin)
}

/** A refused download is an envelope. */
async function refuseEnvelope(reply: Reply, setup: ClientOptions): Promise<void> {
  if (reply.status < 400 && !reply.headers['content-type']?.includes('application/json')) return
  const body =
    typeof reply.body === 'object' && reply.body !== null && 'code' in reply.body
      ? reply.body
      : // Without an envelope only the status is meaningful.
        jsonIn(await readText(reply.body))
  // A successful answer without a file counts as broken.
  dataOf({ ...reply, status: Math.max(reply.status, 400), body }, setup)
}

function factsOf({ status, headers }: Reply, envelope: Partial<Envelope> | null | undefined): CallErrorInit {
  const common = {
    status,
    code: envelope?.code,
    key: envelope?.key,
    serverText: envelope?.msg,
    hint: envelope?.hint,
    data: envelope?.data,
    retryAfter: Number(headers['retry-after']) || undefined,
  }
  if (envelope?.code === codes.signedOut) return { ...common, kind: 'signedOut' }
  // A busy server sends an envelope; a proxy that cannot reach it does not.
  if (status === 429 || (status >= 500 && envelope?.code === codes.refused)) return { ...common, kind: 'busy' }
  if (status >= 500) return { ...common, kind: 'broken' }
  if (status === 404) return { ...common, kind: 'missing' }
  if (envelope?.code === codes.refused) return { ...common, kind: 'refused' }
  if (envelope?.code === codes.forbidden) return { ...common, kind: 'forbidden' }
  return { ...common, kind: 'rejected' }
}

function textValues(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )
}

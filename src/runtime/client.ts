// How does the page call the server? One client: it marks every call, keeps its time limit, and turns every refusal into a CallError.
// It knows no address of its own and no face.
import type { Text } from '../manifest/app'
import { codes, type Envelope } from '../protocol/envelope'
import type { EndpointInfo } from '../protocol/entry'
import type { Call, Reply, Transport } from '../protocol/transport'
import { CallError, type FaultFacts } from './faults'
import type { Words } from './text'
import { bytesOf, textOf } from './bytes'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; 20,000 if absent. */
  readonly timeout?: number
  readonly timeoutText?: Text
  /** true: the caller shows the failure itself. */
  readonly quiet?: boolean
  readonly progress?: (loaded: number, total?: number) => void
}

/** A call as the browser's wire takes it: it can report how much of a form with files has been sent. */
export interface WireCall extends Call {
  readonly progress?: (loaded: number, total?: number) => void
}

export interface ClientFacts {
  /** Of this moment: they change with the session. */
  readonly token: () => string | null
  readonly words: () => Words
  /** product.client */
  readonly marker: string
  /** product.rawOrigins */
  readonly rawOrigins?: readonly string[]
  /** Told of every failure, loud or quiet. */
  readonly failed: (error: CallError, quiet: boolean) => void
}

export interface Download {
  readonly blob: Blob
  readonly name: string
}

export interface Client {
  get<T>(path: string, query?: Readonly<Record<string, string>>, options?: CallOptions): Promise<T>
  post<T>(path: string, body?: object, options?: CallOptions): Promise<T>
  /** Asks now for what somebody will post for in a moment: the first who does gets this answer, success or failure. */
  ahead(path: string, body: object): void
  /** A declared endpoint, with its own method, time limit and text. */
  endpoint<T>(endpoint: EndpointInfo, values?: object, options?: CallOptions): Promise<T>
  /** A form with files. */
  upload<T>(path: string, form: FormData, options?: CallOptions): Promise<T>
  /** An answer that is a file, held in memory. */
  download(path: string, body: object | null, options?: CallOptions): Promise<Download>
  /** An answer that does not end; the time limit holds until it begins. */
  stream(path: string, options?: CallOptions): Promise<AsyncIterable<Uint8Array>>
}

export const timeouts = { usual: 20_000, variant: 120_000, long: 300_000 } as const

export function createClient(transport: Transport, facts: ClientFacts): Client {
  const send = async (call: Pick<Call, 'method' | 'path' | 'body'>, options: CallOptions): Promise<Reply> => {
    const token = facts.token()
    const words = facts.words()
    const limit = new AbortController()
    let late = false
    const timer = setTimeout(() => {
      late = true
      limit.abort()
    }, options.timeout ?? timeouts.usual)
    const headers: Record<string, string> = { 'x-language': words.language, accept: 'application/json' }
    // The token is for our own server alone.
    if (token && !isForeign(call.path)) headers['x-token'] = token
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
    const whole: WireCall = { ...call, headers, signal, progress: options.progress }
    try {
      return await transport(whole)
    } catch (error) {
      if (late) throw new CallError({ kind: 'timeout', timeoutText: options.timeoutText }, words)
      if (options.signal?.aborted) throw new CallError({ kind: 'aborted' }, words)
      throw error instanceof CallError ? error : new CallError({ kind: 'offline', data: error }, words)
    } finally {
      clearTimeout(timer)
    }
  }

  const told = async <T>(options: CallOptions, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CallError) facts.failed(error, options.quiet ?? false)
      throw error
    }
  }

  const dataOf = <T>(reply: Reply, path = ''): T => {
    // A warehouse says in its own way what it has to say; whoever asked it understands.
    if (isRaw(path, facts.rawOrigins) && reply.status < 400) return reply.body as T
    const envelope = reply.body as Partial<Envelope<T>> | null | undefined
    if (reply.status < 400 && envelope?.code === codes.success) return envelope.data as T
    throw new CallError(factsOf(reply, envelope), facts.words())
  }

  const withMarker = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const params = new URLSearchParams({ ...query, client: facts.marker })
    return `${path}${path.includes('?') ? '&' : '?'}${params.toString()}`
  }

  const get: Client['get'] = (path, query, options = {}) =>
    told(options, async () => dataOf(await send({ method: 'GET', path: withMarker(path, query) }, options), path))
  const early = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>()
  const keyOf = (path: string, body: object) => JSON.stringify([path, body, facts.words().language, facts.token()])
  const post: Client['post'] = <T>(path: string, body: object = {}, options: CallOptions = {}) => {
    const known = early.size > 0 ? early.get(keyOf(path, body)) : undefined
    if (known) {
      early.clear()
      if (known.until > Date.now()) return known.answer as Promise<T>
    }
    return told<T>(options, async () =>
      dataOf(await send({ method: 'POST', path, body: { ...body, client: facts.marker } }, options), path),
    )
  }
  return {
    get,
    post,
    ahead: (path, body) => {
      const answer = post<unknown>(path, body, { quiet: true })
      // Whoever takes it is told of a failure; when nobody does, nobody misses it.
      answer.catch(() => undefined)
      early.set(keyOf(path, body), { answer, until: Date.now() + timeouts.usual })
    },
    endpoint: (endpoint, values = {}, options = {}) => {
      const own = { timeout: endpoint.timeout, timeoutText: endpoint.timeoutMessage, ...options }
      return endpoint.method === 'GET' ? get(endpoint.path, textValues(values), own) : post(endpoint.path, values, own)
    },
    upload: (path, form, options = {}) =>
      told(options, async () => {
        form.set('client', facts.marker)
        return dataOf(await send({ method: 'POST', path, body: form }, { timeout: timeouts.long, ...options }))
      }),
    download: (path, body, options = {}) =>
      told(options, async () => {
        const call = body
          ? ({ method: 'POST', path, body: { ...body, client: facts.marker } } as const)
          : ({ method: 'GET', path: withMarker(path) } as const)
        const reply = await send(call, { timeout: timeouts.long, ...options })
        await refuseEnvelope(reply, dataOf)
        const total = Number(reply.headers['content-length']) || undefined
        const parts: Uint8Array[] = []
        let loaded = 0
        for await (const part of bytesOf(reply.body)) {
          parts.push(part)
          options.progress?.((loaded += part.byteLength), total)
        }
        return {
          blob: new Blob(parts as BlobPart[], { type: reply.headers['content-type'] ?? 'application/octet-stream' }),
          name: nameOf(reply.headers['content-disposition']),
        }
      }),
    stream: (path, options = {}) =>
      told(options, async () => {
        const reply = await send({ method: 'GET', path: withMarker(path) }, options)
        await refuseEnvelope(reply, dataOf)
        return bytesOf(reply.body)
      }),
  }
}

const isForeign = (path: string): boolean => /^[a-z]+:/i.test(path)

/** Whether the address belongs to one of these origins: the whole origin, not a text that occurs in it. */
function isRaw(path: string, origins: readonly string[] = []): boolean {
  return isForeign(path) && URL.canParse(path) && origins.includes(new URL(path).origin)
}

/** A refusal of a call that would have answered bytes is an envelope. */
async function refuseEnvelope(reply: Reply, dataOf: (reply: Reply) => unknown): Promise<void> {
  if (reply.status < 400 && !reply.headers['content-type']?.includes('application/json')) return
  const body =
    typeof reply.body === 'object' && reply.body !== null && 'code' in reply.body
      ? reply.body
      : parsed(await textOf(reply.body))
  // An answer with success that is no file is as good as a broken one.
  dataOf({ ...reply, status: Math.max(reply.status, 400), body })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not an envelope: the status alone says what happened.
    return null
  }
}

function factsOf({ status, headers }: Reply, envelope: Partial<Envelope> | null | undefined): FaultFacts {
  const common = {
    status,
    code: envelope?.code,
    said: envelope?.msg,
    data: envelope?.data,
    retryAfter: Number(headers['retry-after']) || undefined,
  }
  if (envelope?.code === codes.signedOut) return { ...common, kind: 'signedOut' }
  if (status === 429) return { ...common, kind: 'busy' }
  if (status >= 500) return { ...common, kind: 'broken' }
  if (status === 404) return { ...common, kind: 'missing' }
  if (envelope?.code === codes.refused) return { ...common, kind: 'refused' }
  if (envelope?.code === codes.forbidden) return { ...common, kind: 'forbidden' }
  return { ...common, kind: 'rejected' }
}

/** The file's name of a content-disposition header, the encoded form first. */
function nameOf(header = ''): string {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded.trim())
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? 'download'
}

function textValues(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )
}

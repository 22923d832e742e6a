// Makes every outgoing HTTP call, to configured origins only.
// No private address unless configured, a time limit, a size limit, no redirect to another origin.
// Responses are untrusted data.
import { firstItem } from '../../manifest/expression/values/present'
import { lookup as resolveName } from 'node:dns'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { bareHostname, isPrivateAddress } from './privateAddress'

/** Why a call got no response. */
export type EgressErrorKey = 'notAllowed' | 'private' | 'down' | 'slow' | 'tooLarge' | 'redirected'

/** A failed call. The message names the origin and never the path, the query or the body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  constructor(
    readonly reason: EgressErrorKey,
    origin: string,
    options?: ErrorOptions,
  ) {
    super(`${origin}: ${reason}`, options)
  }
}

interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Milliseconds until the whole response has arrived. */
  readonly timeoutMs: number
  /** Maximum response size in bytes. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

/** A complete response. Header names are lower case. */
interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface HttpEgress {
  /**
   * Allows calls to an origin. `ours`: an address of this server itself; `entered`: typed by an account, so a private
   * address in it is not the operator's intention.
   */
  allow(origin: string, options?: { readonly ours?: boolean; readonly entered?: boolean }): void
  /** @throws OutgoingError */
  call(url: URL, request: OutgoingRequest): Promise<OutgoingAnswer>
}

const maxRedirects = 3

/** `privateNames`: configured names may resolve to private addresses, as inside a company's network. */
export function createOutgoing({
  privateNames = false,
  resolve = resolveName as LookupFunction,
}: { readonly privateNames?: boolean; readonly resolve?: LookupFunction } = {}): HttpEgress {
  const allowed = new Map<string, { readonly mayBePrivate: boolean }>()
  /** The lookup of an allowed address, which gives public addresses only where private ones are refused. */
  const lookupFor = (url: URL): LookupFunction => {
    const rule = allowed.get(url.origin)
    if (!rule || url.username !== '' || url.password !== '') throw new OutgoingError('notAllowed', url.origin)
    if (rule.mayBePrivate) return checkedLookup(resolve, url.origin, () => false)
    const hostname = bareHostname(url)
    if (isIP(hostname) !== 0 && isPrivateAddress(hostname)) throw new OutgoingError('private', url.origin)
    return checkedLookup(resolve, url.origin, isPrivateAddress)
  }
  return {
    allow(origin, { ours = false, entered = false } = {}) {
      const hostname = bareHostname(new URL(origin))
      // A configured 10.0.0.5 or localhost is intended; a name that resolves to one may be an attack.
      allowed.set(new URL(origin).origin, {
        mayBePrivate: ours || privateNames || (!entered && (hostname === 'localhost' || isIP(hostname) !== 0)),
      })
    },
    async call(url, request) {
      const limit = AbortSignal.timeout(request.timeoutMs)
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
      let current = url
      for (let step = 0; ; step += 1) {
        const answer = await send(current, { ...request, signal }, lookupFor(current), limit)
        const next =
          answer.status >= 301 && answer.status <= 308 && answer.status !== 304 ? answer.headers.location : undefined
        if (next === undefined) return answer
        // Follow a redirect on the same origin only, and never resend the body.
        const target = URL.canParse(next, current) ? new URL(next, current) : undefined
        if (target?.origin !== url.origin || step >= maxRedirects || (request.method ?? 'GET') !== 'GET')
          throw new OutgoingError('redirected', url.origin)
        current = target
      }
    },
  }
}

function checkedLookup(
  resolve: LookupFunction,
  origin: string,
  isRefused: (address: string) => boolean,
): LookupFunction {
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, ((
      error: NodeJS.ErrnoException | null,
      addresses: readonly { address: string; family: number }[],
    ) => {
      if (error) return done(error, '', 0)
      // Connect to the very address that was checked.
      if (addresses.some(({ address }) => isRefused(address))) return done(new OutgoingError('private', origin), '', 0)
      if (options.all) return (done as unknown as (error: null, found: readonly object[]) => void)(null, addresses)
      done(null, firstItem(addresses).address, firstItem(addresses).family)
    }) as never)
}

/** Sends one request and reads its whole response. `limit`: aborted at the time limit. */
function send(
  url: URL,
  { method = 'GET', headers, body, signal, maxBytes }: OutgoingRequest,
  lookup: LookupFunction,
  limit: AbortSignal,
): Promise<OutgoingAnswer> {
  return new Promise((settle, fail) => {
    const broken = (error: unknown) =>
      fail(
        error instanceof OutgoingError
          ? error
          : new OutgoingError(limit.aborted ? 'slow' : 'down', url.origin, { cause: withoutAddress(error) }),
      )
    const sent = (url.protocol === 'https:' ? requestSecure : requestPlain)(
      url,
      {
        method,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        lookup,
        signal,
        agent: false,
      },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.byteLength
          if (size <= maxBytes) return void parts.push(part)
          answer.destroy()
          fail(new OutgoingError('tooLarge', url.origin))
        })
        answer.once('error', broken)
        answer.once('end', () =>
          settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    sent.once('error', broken)
    sent.end(body)
  })
}

/** The error without the address that Node puts into it. */
function withoutAddress(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? (error instanceof Error ? error.name : 'unknown')
}

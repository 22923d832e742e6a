// How does the server call another system? Only through here: to origins that were configured, to no private address unless that very origin stands
// on one, with a time limit, a size limit, and no redirect to anywhere else. What another system answers is believed by nobody.
import { lookup as resolveName } from 'node:dns'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './privateAddress'

/** Why a call did not come to an answer. */
export type OutgoingTrouble = 'notAllowed' | 'private' | 'down' | 'slow' | 'tooLarge' | 'redirected'

/** A call that failed. The message names the origin and never the path, the query or what was sent. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  constructor(
    readonly trouble: OutgoingTrouble,
    origin: string,
    options?: ErrorOptions,
  ) {
    super(`${origin}: ${trouble}`, options)
  }
}

export interface OutgoingRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Milliseconds until the whole answer is there. */
  readonly timeout: number
  /** Largest answer in bytes. */
  readonly most: number
  readonly signal?: AbortSignal
}

/** A whole answer. Names of headers are lower case. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Outgoing {
  /** Lets calls to an origin pass. `ours`: an address that this server itself listens on. */
  allow(origin: string, options?: { readonly ours?: boolean }): void
  /** @throws OutgoingError */
  call(url: URL, request: OutgoingRequest): Promise<OutgoingAnswer>
}

const mostRedirects = 3

/** `privateNames`: configured names may lead to private addresses, as inside a company's network. */
export function createOutgoing({
  privateNames = false,
  resolve = resolveName as LookupFunction,
}: { readonly privateNames?: boolean; readonly resolve?: LookupFunction } = {}): Outgoing {
  const allowed = new Map<string, { readonly mayBePrivate: boolean }>()
  const outgoing: Outgoing = {
    allow(origin, { ours = false } = {}) {
      const { hostname } = new URL(origin)
      // Whoever configures 10.0.0.5 or localhost means it; a name that suddenly leads there is a trick.
      allowed.set(new URL(origin).origin, {
        mayBePrivate: ours || privateNames || hostname === 'localhost' || isIP(bare(hostname)) !== 0,
      })
    },
    async call(url, request) {
      const limit = AbortSignal.timeout(request.timeout)
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
      let at = url
      for (let step = 0; ; step += 1) {
        const answer = await once(at, request, signal, limit)
        const next =
          answer.status >= 301 && answer.status <= 308 && answer.status !== 304 ? answer.headers.location : undefined
        if (next === undefined) return answer
        // A redirect is followed on the same origin only, and never with what was sent.
        const target = URL.canParse(next, at) ? new URL(next, at) : undefined
        if (target?.origin !== url.origin || step >= mostRedirects || (request.method ?? 'GET') !== 'GET')
          throw new OutgoingError('redirected', url.origin)
        at = target
      }
    },
  }

  function once(
    url: URL,
    { method = 'GET', headers, body, most }: OutgoingRequest,
    signal: AbortSignal,
    limit: AbortSignal,
  ): Promise<OutgoingAnswer> {
    const rule = allowed.get(url.origin)
    if (!rule || url.username !== '' || url.password !== '') throw new OutgoingError('notAllowed', url.origin)
    const refusesPrivate = !rule.mayBePrivate
    if (refusesPrivate && isIP(bare(url.hostname)) !== 0 && isPrivateAddress(bare(url.hostname)))
      throw new OutgoingError('private', url.origin)
    const lookup: LookupFunction = (name, options, done) =>
      resolve(name, { ...options, all: true }, ((
        error: NodeJS.ErrnoException | null,
        found: readonly { address: string; family: number }[],
      ) => {
        if (error) return done(error, '', 0)
        // The very address that was looked at is the one that is connected to.
        if (refusesPrivate && found.some(({ address }) => isPrivateAddress(address)))
          return done(new OutgoingError('private', url.origin), '', 0)
        if (options.all) return (done as unknown as (error: null, found: readonly object[]) => void)(null, found)
        done(null, found[0]!.address, found[0]!.family)
      }) as never)
    return new Promise((settle, fail) => {
      const broken = (error: unknown) =>
        fail(
          error instanceof OutgoingError
            ? error
            : new OutgoingError(limit.aborted ? 'slow' : 'down', url.origin, { cause: withoutAddress(error) }),
        )
      const send = url.protocol === 'https:' ? requestSecure : requestPlain
      const sent = send(
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
            if (size <= most) return void parts.push(part)
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
  return outgoing
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** What broke, without the address that Node puts into its errors. */
function withoutAddress(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? (error instanceof Error ? error.name : 'unknown')
}

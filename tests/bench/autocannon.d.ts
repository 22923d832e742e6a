// What of autocannon is used here: it comes without types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method: 'POST'
    path: string
    body: string
    headers: Record<string, string>
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Requests at most, instead of a duration. */
    amount?: number
    requests: Request[]
    /** Called for each connection before it sends. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void
    /** Whether each `[<id>]` becomes an id of its own. */
    idReplacement?: boolean
    verifyBody?: (body: string) => boolean
    /** Seconds. */
    timeout?: number
  }
  interface Result {
    duration: number
    errors: number
    timeouts: number
    mismatches: number
    non2xx: number
    requests: { total: number }
  }
  interface Instance extends EventEmitter, PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
  }
  function autocannon(options: Options): Instance
  export = autocannon
}

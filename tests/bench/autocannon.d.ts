// What of autocannon is used here: it comes without types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Requests at most, instead of a duration. */
    amount?: number
    headers?: Record<string, string>
    requests: { method: 'POST'; path: string; body: string }[]
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

// What is a call, whatever carries it? The browser's client takes a Transport and the server makes one: tests put the two together without a wire.

/** One request. Names of headers are lower case. */
export interface Call {
  readonly method: 'GET' | 'POST'
  /** The path with its query, as in /api/boot?client=x. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** POST: the value that JSON carried; for a form with files its `Parts`. */
  readonly body?: unknown
  /** Where the call came from; set by the server's end of a wire only. */
  readonly address?: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** The answer. `body` is an envelope, nothing (304), or for files and live events a stream of bytes. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export type Transport = (call: Call) => Promise<Reply>

/** One part of a form with files, in the order in which it was sent. */
export type Part =
  | { readonly kind: 'value'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly filename: string
      readonly bytes: AsyncIterable<Uint8Array>
    }

/** The parts of a form, read once and not before they are asked for. */
export interface Parts {
  readonly parts: AsyncIterable<Part>
}

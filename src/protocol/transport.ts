// Defines calls independently of their transport.
// The browser's client takes a Transport and the server creates one: tests connect both without a network.

/** One request. Header names are lower case. */
export interface Call {
  readonly method: 'GET' | 'POST'
  /** The path with its query, as in /api/boot?client=x. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** POST: the parsed JSON value; for a form with files its `Parts`. */
  readonly body?: unknown
  /** Address of the client; set by the server's transport only. */
  readonly address?: string
  /** Aborted when the client no longer waits for the answer. */
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

/** The parts of a form, read once and lazily. */
export interface Parts {
  readonly parts: AsyncIterable<Part>
}

/** Adds to the query of an address. @param query without `?` or `&` before it */
export const withQuery = (address: string, query: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`

/** Whether the address is a path of this origin, without anything that a browser reads as another host. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(address)
}

/** Takes parts of the query out of an address. @param address a path, with or without a query */
export function withoutQuery(address: string, names: readonly string[]): string {
  const { pathname, searchParams } = new URL(address, 'http://own')
  for (const name of names) searchParams.delete(name)
  return searchParams.size > 0 ? withQuery(pathname, searchParams.toString()) : pathname
}

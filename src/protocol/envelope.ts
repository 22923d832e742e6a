// What does every answer look like? {code, msg, data}, with HTTP 200 for business answers. A refused request is a Fault.
import type { Text } from '../manifest/app'

/** The codes of the specification; anything else that is not 2000 rejects the call. */
export const codes = { success: 2000, refused: 2001, forbidden: 2002, signedOut: 2999, failed: 5000 } as const

export interface Envelope<T = unknown> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

/** Field errors by field name (lines: `items.2.qty`), in the caller's language. */
export interface FieldErrors {
  readonly fields: Readonly<Record<string, string>>
}

/**
 * A refused request. Thrown by any stage of the server; the outermost stage turns it into an envelope in the caller's language and rolls back.
 * `code` is a code of the envelope, `status` the HTTP status (200 unless the path or the protocol itself is at fault).
 */
export class Fault extends Error {
  constructor(
    readonly code: number,
    readonly text: Text,
    readonly options: {
      readonly status?: number
      readonly fields?: Readonly<Record<string, Text>>
      readonly data?: unknown
      readonly retryAfter?: number
    } = {},
  ) {
    super(text[1])
    this.name = 'Fault'
  }
}

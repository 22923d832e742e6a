// Envelope of every answer: {code, msg, data}, with HTTP 200 for business answers.
// A refusal also has its key.

/** The codes of the specification; any code but 2000 rejects the call. */
export const codes = { success: 2000, refused: 2001, forbidden: 2002, signedOut: 2999, failed: 5000 } as const

export interface Envelope<T = unknown> {
  readonly code: number
  readonly msg: string
  /** Of a refusal: its key in the catalog, independent of the language. */
  readonly key?: string
  /** Of a refusal: what the caller can do about it. */
  readonly hint?: string
  readonly data: T
}

/** Field errors by field name (lines: `items.2.qty`), in the caller's language. */
export interface FieldErrors {
  readonly fields: Readonly<Record<string, string>>
}

// The calls that print records on the server, and those that take a file in pieces.
import type { FileValue } from './calls'

/** Milliseconds that a draft is stored since its last change, and a file since it was uploaded for one. */
export const draftLifetime = 7 * 86_400_000

/** POST /api/document — a document of a record as a PDF with real text, of what the caller may read. */
export interface DocumentRequest {
  readonly entity: string
  readonly id: number
  readonly document: string
}

/** POST /api/documents — a document of several records as one PDF, in the order of their ids here. */
export interface DocumentsRequest {
  readonly entity: string
  readonly ids: readonly number[]
  readonly document: string
}

/** POST /api/links/create — a document of a record as a link that ends, with the PDF of this moment. */
export interface CreateLinkRequest extends DocumentRequest {
  readonly days: number
}
export interface CreatedLink {
  /** An address of this server; shown once, since the server keeps its digest alone. */
  readonly path: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** POST /api/links — the caller's links that have not ended, the newest first. */
export interface SentLink {
  readonly id: number
  readonly entity: string
  readonly record: number
  /** Of the document and its record. */
  readonly title: string
  readonly createdAt: string
  readonly expiresAt: string
  /** Times that it was opened, and when last. */
  readonly opened: number
  readonly openedAt: string | null
}

/** POST /api/links/end — ends one of the caller's links at once. */
export interface EndLinkRequest {
  readonly id: number
}

/** Days that are offered for a link; a document may allow fewer. */
export const linkDays = [1, 7, 30, 90] as const

/** Where links lead, with the token as `key` in the query. */
export const linkPath = '/shared'

/** Most records whose documents go into one file. */
export const maxDocuments = 50

/** POST /api/uploads — begins an upload in pieces, of so many bytes. */
export interface BeginUploadRequest {
  readonly name: string
  readonly size: number
}

/**
 * POST /api/uploads/state — how much of an upload has arrived. POST /api/uploads/discard — gives it up: its pieces are
 * forgotten, or the file that they have become while no record carries it. The answer is the same where there is none.
 */
export interface UploadRequest {
  readonly id: string
}

/**
 * The answer of the first two, and of POST /api/uploads/append, which is a form: `id`, `offset`, then the piece as
 * `file`. A piece that is there already is not written again; any other one but the next is refused.
 */
export interface UploadState {
  readonly id: string
  /** Bytes that have arrived: where the next piece begins. */
  readonly offset: number
  /** Bytes of each piece but the last. */
  readonly piece: number
  /** The stored file, once all of it has arrived. */
  readonly file?: FileValue
}

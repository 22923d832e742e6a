// The calls that print records on the server, and those that upload a file in pieces.
import { msPerDay } from '../manifest/expression/values/days'
import type { FileValue } from './calls'

/** Milliseconds that a draft is kept after its last change, and a file uploaded for one. */
export const draftLifetimeMs = 7 * msPerDay

/** POST /api/document — a document of a record as a PDF with real text, limited to what the caller may read. */
export interface DocumentRequest extends MarkedLetters {
  readonly entity: string
  readonly id: number
  readonly document: string
}
interface MarkedLetters {
  /** true: a mark is printed for each character that the font lacks, which is refused otherwise. */
  readonly marked?: boolean
}

/** POST /api/documents — a document of several records as one PDF, in the order of their ids here. */
export interface DocumentsRequest extends MarkedLetters {
  readonly entity: string
  readonly ids: readonly number[]
  readonly document: string
}

/** POST /api/links/create — a document of a record as an expiring link to its present PDF. */
export interface CreateLinkRequest extends DocumentRequest {
  readonly days: number
}
export interface CreatedLink {
  /** An address of this server; shown once, since the server stores only a digest. */
  readonly path: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** POST /api/links — the caller's active links, newest first. */
export interface SentLink {
  readonly id: number
  readonly entity: string
  readonly record: number
  /** Of the document and its record. */
  readonly title: string
  readonly createdAt: string
  readonly expiresAt: string
  /** Number of openings, and the last one. */
  readonly opened: number
  readonly openedAt: string | null
}

/** POST /api/links/end — ends one of the caller's links at once. */
export interface EndLinkRequest {
  readonly id: number
}

/** Days that are offered for a link; a document may allow fewer. */
export const linkDays = [1, 7, 30, 90] as const

/** The path of links, with the token as `key` in the query. */
export const linkPath = '/shared'

/** Maximum records whose documents go into one file. */
export const maxDocuments = 50

/** POST /api/uploads — begins an upload in pieces of a given size. */
export interface BeginUploadRequest {
  readonly name: string
  readonly size: number
}

/**
 * POST /api/uploads/state — how much of an upload has arrived. POST /api/uploads/discard — deletes its pieces, or the
 * resulting file while no record carries it. The answer is the same if there is none.
 */
export interface UploadRequest {
  readonly id: string
}

/**
 * The answer of the first two, and of POST /api/uploads/append, which is a form: `id`, `offset`, then the piece as
 * `file`. A stored piece is not written again; any other than the next one is refused.
 */
export interface UploadState {
  readonly id: string
  /** Bytes received: the offset of the next piece. */
  readonly offset: number
  /** Bytes of each piece except the last. */
  readonly piece: number
  /** The stored file, once complete. */
  readonly file?: FileValue
}

/**
 * GET /api/thumbnail: a WebP thumbnail of an image file, for callers who may read the file. entity and record name the
 * record that carries it, unless it is the caller's own upload.
 */
export interface ThumbnailRequest {
  readonly id: string
  readonly entity?: string
  readonly record?: number
}

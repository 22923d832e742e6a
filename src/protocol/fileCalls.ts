// The calls that print records on the server, and those that take a file in pieces.
import type { FileValue } from './calls'

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

// The calls that print records on the server.
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

/** POST /api/uploads: begins an upload of so many bytes. */
export interface BeginUploadRequest {
  readonly name: string
  readonly size: number
}
/** POST /api/uploads/state: how much has arrived. */
export interface UploadRequest {
  readonly id: string
}
/**
 * The answer of all three. POST /api/uploads/append is a form: `id`, `offset`, then the piece as `file`. A piece that
 * does not begin where the last one ended is not taken; the answer has the offset to go on from.
 */
export interface UploadState {
  readonly id: string
  /** Bytes that have arrived. */
  readonly offset: number
  /** The largest piece, in bytes. */
  readonly piece: number
  /** The stored file, once all of it has arrived. */
  readonly file?: FileValue
}

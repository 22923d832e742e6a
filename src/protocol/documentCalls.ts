// The calls that print records on the server.

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

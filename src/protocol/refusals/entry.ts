// One refusal of the catalog: code, status and texts of its answer, and its documentation.
import type { CatalogTexts } from '../../manifest/expression/message'

export interface RefusalEntry {
  /** A code of the envelope. */
  readonly code: number
  /** HTTP status: 200 unless path, protocol or server is at fault. */
  readonly status: number
  readonly texts: CatalogTexts
  /** What a person can do about it, if the sentence does not state it. */
  readonly hint?: CatalogTexts
  /** For the table in schemas/language/refusals.md. */
  readonly meaning: string
  readonly remedy: string
}

export type RefusalTable = Readonly<Record<string, RefusalEntry>>

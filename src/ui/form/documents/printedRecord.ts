// A document of a record that is to be previewed, and what draws its preview over a form.
import { createContext, type ReactNode } from 'react'

export interface PrintedRecord {
  readonly entity: string
  readonly id: number
  /** The name of the document. */
  readonly document: string
  /** The language of the document, where it has one. */
  readonly language?: string | undefined
}

/** Draws the preview inside the form's dialog, above which it opens; null where there is none. */
export const PreviewContext = createContext<((printed: PrintedRecord, close: () => void) => ReactNode) | null>(null)

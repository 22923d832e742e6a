// A document of a record that is to be previewed, and what opens its preview over a form.
import { createContext } from 'react'

export interface PrintedRecord {
  readonly entity: string
  readonly id: number
  /** The name of the document. */
  readonly document: string
  /** The language of the document, where it has one. */
  readonly language?: string | undefined
}

/** Null where no preview can open over the form. */
export const PreviewContext = createContext<((printed: PrintedRecord) => void) | null>(null)

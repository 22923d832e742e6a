// One problem of a manifest: code, location, message and suggestion.
import type { PrintedCode } from './catalog'

/** An author's mistake with its location. Lines and columns count from 1. */
export interface Problem {
  readonly code: PrintedCode
  /** Sound, though surely not meant: it is shown and counted, and never keeps a product from starting. */
  readonly warning?: true
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** "Did you mean …?", or what to write instead. */
  readonly hint?: string
  /** What is not judged because it depends on this. */
  readonly followers?: readonly Problem[]
  /** The line of the source and the length of the mark under it. */
  readonly frame?: { readonly text: string; readonly length: number }
}

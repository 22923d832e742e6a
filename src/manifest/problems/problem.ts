// One problem of a manifest: code, location, message and suggestion.
import type { PrintedCode } from './catalog'

/** An author's mistake with its location. Lines and columns count from 1. */
export interface Problem {
  readonly code: PrintedCode
  /** A warning: valid but surely unintended. It is shown and counted, and never prevents a start. */
  readonly warning?: true
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** "Did you mean …?", or what to write instead. */
  readonly hint?: string
  /** The problems that follow from this one and are only counted. */
  readonly followers?: readonly Problem[]
  /** The line of the source and the length of the mark under it. */
  readonly frame?: { readonly text: string; readonly length: number }
}

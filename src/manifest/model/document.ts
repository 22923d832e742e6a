// A compiled document: what can be printed of a record, section by section.
import type { Rule } from './rule'
import type { Column } from './column'
import type { Text } from './text'

/** One section of a printed document: exactly one of fields, lines, text and sign. */
export interface DocumentSection {
  readonly title?: Text
  readonly fields?: readonly Column[]
  /** The path of a field of lines. */
  readonly lines?: string
  /** Columns of these lines. */
  readonly columns?: readonly Column[]
  readonly text?: Text
  readonly signatures?: readonly Text[]
}
export interface PrintedDocument {
  readonly name: string
  readonly title: Text
  /** Offered in these states only. */
  readonly states?: readonly string[]
  readonly when?: Rule
  readonly sections: readonly DocumentSection[]
  /** Paths of all values in it. */
  readonly readPaths: readonly string[]
}

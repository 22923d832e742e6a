// What is a compiled document? What can be printed of a record, part by part.
import type { Rule } from './ruleTree'
import type { Column } from './screenForm'
import type { Text } from './text'

/** One part of a printed document: exactly one of fields, lines, text and sign. */
export interface DocumentPart {
  readonly title?: Text
  readonly fields?: readonly Column[]
  /** The path of a field of lines. */
  readonly lines?: string
  /** Of these lines: fields of theirs. */
  readonly columns?: readonly Column[]
  readonly text?: Text
  readonly sign?: readonly Text[]
}
export interface PrintedDocument {
  readonly name: string
  readonly title: Text
  /** Offered in these states only. */
  readonly states?: readonly string[]
  readonly when?: Rule
  readonly parts: readonly DocumentPart[]
  /** Paths of all values in it. */
  readonly reads: readonly string[]
}

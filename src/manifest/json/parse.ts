// Parses a manifest as strict JSON: no comments, trailing commas or duplicate keys.
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Source } from './source'
import { lineStarts, offsetInString, placeAt, type SourcePosition } from './sourcePosition'

/** Keys and indexes from the root of a file to a value. */
export type JsonPath = readonly (string | number)[]

export interface ParseProblem {
  readonly code: 'json-syntax' | 'duplicate-key' | 'too-deep'
  readonly what: string
  readonly offset: number
  readonly length: number
}

/** A parsed file. */
export interface Document {
  readonly source: Source
  /** false: the file is not JSON and has no value. */
  readonly readable: boolean
  readonly value: unknown
  readonly problems: readonly ParseProblem[]
  /** Values that this file has from another. */
  readonly borrowed?: readonly Borrowed[]
}

/** A value at a path of a file that is written in another one. */
interface Borrowed {
  readonly path: JsonPath
  readonly document: Document
  readonly from: JsonPath
  /** The characters of a rule here that are those of the rule there; absent: the value is the same. */
  readonly span?: Span
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The file that contains the value of a path, and its path there. */
export function writtenAt<Location extends ValuePlace>(location: Location): Location {
  const [borrowed] = borrowedAt(location)
  return borrowed === undefined ? location : { ...location, ...placeOfBorrowed(borrowed, location.path) }
}

/** The written rule to which some characters of a composed one belong: the last that begins before they end. */
export function spanWrittenAt(location: ValuePlace, span: Span): ValuePlace & { readonly span: Span } {
  const part = borrowedAt(location).findLast((one) => one.span && one.span.start < span.end)
  if (part?.span === undefined) return { ...writtenAt(location), span }
  const { start, end } = part.span
  const inPart = (offset: number): number => Math.max(0, Math.min(offset, end) - start)
  return { ...placeOfBorrowed(part, location.path), span: { start: inPart(span.start), end: inPart(span.end) } }
}

interface ValuePlace {
  readonly document: Document
  readonly path: JsonPath
}

/** Every value of another place that a path leads to or into. */
const borrowedAt = ({ document, path }: ValuePlace): readonly Borrowed[] =>
  document.borrowed?.filter(({ path: above }) => above.every((step, depth) => path[depth] === step)) ?? []

const placeOfBorrowed = ({ path: above, document, from }: Borrowed, path: JsonPath): ValuePlace => ({
  document,
  path: [...from, ...path.slice(above.length)],
})

const maxLevels = 64

/** Messages by the parser's error names. */
const syntaxTexts: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'a key in double quotes is expected (no comma after the last entry)',
  ValueExpected: 'a value is expected (no comma after the last entry)',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'nothing may follow the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'this \\u escape is not complete',
  InvalidEscapeCharacter: 'JSON does not know this escape',
  InvalidCharacter: 'a control character must be written as an escape',
}

/**
 * Parses a file; never throws. A file with syntax problems has no value. The tree with positions is built on first use.
 */
export function parse(source: Source): Document {
  const text = source.text.charCodeAt(0) === 0xfeff ? ` ${source.text.slice(1)}` : source.text
  const clean = { path: source.path, text }
  try {
    const problems = scan(text)
    if (problems[0]?.code === 'too-deep') return { source: clean, readable: false, value: undefined, problems }
    const value: unknown = JSON.parse(text)
    return { source: clean, readable: true, value, problems }
  } catch (error) {
    if (error instanceof SyntaxError)
      return { source: clean, readable: false, value: undefined, problems: [syntaxProblem(text)] }
    throw error
  }
}

/** JSON.parse reports that a text is no JSON; this function reports where and why. */
function syntaxProblem(text: string): ParseProblem {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  // The parser continues after a mistake and trips over its own repairs: only the first error is the author's.
  const [first] = errors
  const what =
    first === undefined
      ? syntaxTexts.ValueExpected!
      : (syntaxTexts[printParseErrorCode(first.error)] ?? 'this is not JSON')
  return { code: 'json-syntax', what, offset: first?.offset ?? 0, length: first?.length ?? 1 }
}

/**
 * Duplicate keys in an object, which JSON.parse would drop silently, and the first bracket that is nested too deeply.
 */
function scan(text: string): ParseProblem[] {
  const problems: ParseProblem[] = []
  const levels: (Set<string> | undefined)[] = []
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 34) {
      const open = position
      for (position++; position < text.length && text.charCodeAt(position) !== 34; position++)
        if (text.charCodeAt(position) === 92) position++
      const keys = levels.at(-1)
      if (keys === undefined || !isKey(text, position + 1)) continue
      const key = textBetween(text, open, position + 1)
      if (keys.has(key)) problems.push({ code: 'duplicate-key', what: key, offset: open, length: position + 1 - open })
      keys.add(key)
    } else if (code === 123 || code === 91) {
      if (levels.length === maxLevels)
        return [{ code: 'too-deep', what: String(maxLevels), offset: position, length: 1 }]
      levels.push(code === 123 ? new Set() : undefined)
    } else if (code === 125 || code === 93) levels.pop()
  }
  return problems
}

/** Whether the next non-blank character is a colon. */
function isKey(text: string, from: number): boolean {
  let position = from
  while (position < text.length && text.charCodeAt(position) <= 32) position++
  return text.charCodeAt(position) === 58
}

/** The string between two quotes. */
function textBetween(text: string, from: number, to: number): string {
  const written = text.slice(from + 1, to - 1)
  return written.includes('\\') ? String(JSON.parse(text.slice(from, to))) : written
}

/** The node at a path, or its nearest existing ancestor; `key` returns the key instead of the value. */
function nodeAt(root: Node, path: JsonPath, key: boolean): Node {
  let node = root
  for (const [depth, step] of path.entries()) {
    let next: Node | undefined
    if (typeof step === 'number') next = node.type === 'array' ? node.children?.[step] : undefined
    else {
      const property =
        node.type === 'object' ? node.children?.find((child) => child.children?.[0]?.value === step) : undefined
      if (property !== undefined && key && depth === path.length - 1) return property.children![0]!
      next = property?.children?.[1]
    }
    if (next === undefined) return node
    node = next
  }
  return node
}

export interface Mark {
  /** Mark the key instead of the value. */
  readonly key?: boolean
  /** Mark these characters of the string at the path. */
  readonly span?: Span
}

const starts = new WeakMap<Source, readonly number[]>()
const trees = new WeakMap<Source, Node>()

/** Build the tree lazily: it costs more than the value, and most files are valid. */
function treeOf({ source, readable }: Document): Node | undefined {
  let tree = trees.get(source)
  if (tree === undefined && readable) {
    tree = parseTree(source.text)
    if (tree !== undefined) trees.set(source, tree)
  }
  return tree
}

/** Line, column and frame of a value in a parsed file. */
export function placeOf(document: Document, path: JsonPath, mark: Mark = {}): SourcePosition {
  const text = document.source.text
  const root = treeOf(document)
  if (root === undefined) return placeAtOffset(document, 0, 1)
  const node = nodeAt(root, path, mark.key === true)
  if (mark.span !== undefined && node.type === 'string') {
    const from = offsetInString(text, node.offset, mark.span.start)
    const to = offsetInString(text, node.offset, mark.span.end)
    return placeAtOffset(document, from, to - from)
  }
  // Mark a whole object or list at its opening bracket: the remainder of the line adds nothing.
  return placeAtOffset(document, node.offset, node.type === 'object' || node.type === 'array' ? 1 : node.length)
}

/** Line and column, both from 1, of an offset in UTF-16 units. Keeps the lines of each source for the next problem. */
export function placeAtOffset(document: Document, offset: number, length: number): SourcePosition {
  let lines = starts.get(document.source)
  if (lines === undefined) starts.set(document.source, (lines = lineStarts(document.source.text)))
  return placeAt(document.source.text, lines, offset, length)
}

// What does a manifest file say, and where? Strict JSON only: comments, trailing commas and duplicate keys are refused.
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Source } from './app'
import { lineStarts, offsetInString, placeAt, type Place } from './place'

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
  /** false: the file is not JSON, and there is no value. */
  readonly readable: boolean
  readonly value: unknown
  readonly problems: readonly ParseProblem[]
}

const MOST_LEVELS = 64

/** By the parser's names for its errors. */
const SYNTAX: Readonly<Record<string, string>> = {
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

/** Reads a file; never throws. A file with syntax problems has no value. The tree with positions is made when a place is asked for. */
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

/** The platform says that a text is no JSON; this says where and why. */
function syntaxProblem(text: string): ParseProblem {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  // The parser goes on after a mistake and stumbles over its own repairs: only the first one is the author's.
  const [first] = errors
  const what =
    first === undefined ? SYNTAX.ValueExpected! : (SYNTAX[printParseErrorCode(first.error)] ?? 'this is not JSON')
  return { code: 'json-syntax', what, offset: first?.offset ?? 0, length: first?.length ?? 1 }
}

/** Keys that stand twice in an object, which the platform would drop without a word, and the first bracket that is too deep. */
function scan(text: string): ParseProblem[] {
  const problems: ParseProblem[] = []
  const levels: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const open = at
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++
      const keys = levels.at(-1)
      if (keys !== undefined && isKey(text, at + 1)) noteKey(text, open, at + 1, keys, problems)
    } else if (code === 123 || code === 91) {
      if (levels.length === MOST_LEVELS) return [{ code: 'too-deep', what: String(MOST_LEVELS), offset: at, length: 1 }]
      levels.push(code === 123 ? new Set() : undefined)
    } else if (code === 125 || code === 93) levels.pop()
  }
  return problems
}

/** Whether a colon comes next, blanks aside. */
function isKey(text: string, from: number): boolean {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return text.charCodeAt(at) === 58
}

function noteKey(text: string, from: number, to: number, keys: Set<string>, problems: ParseProblem[]): void {
  const written = text.slice(from + 1, to - 1)
  const key = written.includes('\\') ? String(JSON.parse(text.slice(from, to))) : written
  if (keys.has(key)) problems.push({ code: 'duplicate-key', what: key, offset: from, length: to - from })
  keys.add(key)
}

/** The node at a path, or the nearest one above it that exists; `key` takes the key instead of the value. */
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
  /** Mark these characters of the string that stands there. */
  readonly span?: { readonly start: number; readonly end: number }
}

const starts = new WeakMap<Source, readonly number[]>()
const trees = new WeakMap<Source, Node>()

/** Most files are sound: their trees, which cost more than their values, are never made. */
function treeOf({ source, readable }: Document): Node | undefined {
  let tree = trees.get(source)
  if (tree === undefined && readable) {
    tree = parseTree(source.text)
    if (tree !== undefined) trees.set(source, tree)
  }
  return tree
}

/** Line, column and frame of a value in a parsed file. */
export function placeOf(document: Document, path: JsonPath, mark: Mark = {}): Place {
  const text = document.source.text
  const root = treeOf(document)
  if (root === undefined) return placeAtOffset(document, 0, 1)
  const node = nodeAt(root, path, mark.key === true)
  if (mark.span !== undefined && node.type === 'string') {
    const from = offsetInString(text, node.offset, mark.span.start)
    const to = offsetInString(text, node.offset, mark.span.end)
    return placeAtOffset(document, from, to - from)
  }
  // A whole object or list is marked by its opening bracket: the rest of the line says nothing.
  return placeAtOffset(document, node.offset, node.type === 'object' || node.type === 'array' ? 1 : node.length)
}

export function placeAtOffset(document: Document, offset: number, length: number): Place {
  let lines = starts.get(document.source)
  if (lines === undefined) starts.set(document.source, (lines = lineStarts(document.source.text)))
  return placeAt(document.source.text, lines, offset, length)
}

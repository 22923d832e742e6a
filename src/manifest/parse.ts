// What does a manifest file say, and where? Strict JSON only: comments, trailing commas and duplicate keys are refused.
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Source } from './app'
import { lineStarts, offsetInString, placeAt, type Place } from './place'

/** Keys and indexes from the root of a file to a value. */
export type JsonPath = readonly (string | number)[]

export interface ParseProblem { readonly code: 'json-syntax' | 'duplicate-key' | 'too-deep'; readonly what: string; readonly offset: number; readonly length: number }

/** A parsed file. Objects of `value` have no prototype, so that a name like `constructor` is found only where it was written. */
export interface Document {
  readonly source: Source
  /** Absent when the file is not JSON. */
  readonly root?: Node
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

/** Reads a file; never throws. A file with syntax problems has no value. */
export function parse(source: Source): Document {
  const text = source.text.charCodeAt(0) === 0xfeff ? ` ${source.text.slice(1)}` : source.text
  const clean = { path: source.path, text }
  const deep = tooDeep(text)
  if (deep !== undefined) return { source: clean, value: undefined, problems: [{ code: 'too-deep', what: String(MOST_LEVELS), offset: deep, length: 1 }] }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  if (errors.length > 0 || root === undefined) {
    // The parser goes on after a mistake and stumbles over its own repairs: only the first one is the author's.
    const [first] = errors
    const what = first === undefined ? SYNTAX.ValueExpected! : (SYNTAX[printParseErrorCode(first.error)] ?? 'this is not JSON')
    return { source: clean, value: undefined, problems: [{ code: 'json-syntax', what, offset: first?.offset ?? 0, length: first?.length ?? 1 }] }
  }
  const problems: ParseProblem[] = []
  return { source: clean, root, value: valueOf(root, problems), problems }
}

function tooDeep(text: string): number | undefined {
  let level = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34 || code === 10) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      if (++level > MOST_LEVELS) return at
    } else if (code === 125 || code === 93) level--
  }
  return undefined
}

function valueOf(node: Node, problems: ParseProblem[]): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child, problems))
  if (node.type !== 'object') return node.value
  const object = Object.create(null) as Record<string, unknown>
  for (const property of node.children ?? []) {
    const [key, child] = property.children ?? []
    if (key === undefined || child === undefined) continue
    const name = key.value as string
    if (name in object) problems.push({ code: 'duplicate-key', what: name, offset: key.offset, length: key.length })
    else object[name] = valueOf(child, problems)
  }
  return object
}

/** The node at a path, or the nearest one above it that exists; `key` takes the key instead of the value. */
function nodeAt(root: Node, path: JsonPath, key: boolean): Node {
  let node = root
  for (const [depth, step] of path.entries()) {
    let next: Node | undefined
    if (typeof step === 'number') next = node.type === 'array' ? node.children?.[step] : undefined
    else {
      const property = node.type === 'object' ? node.children?.find((child) => child.children?.[0]?.value === step) : undefined
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

/** Line, column and frame of a value in a parsed file. */
export function placeOf(document: Document, path: JsonPath, mark: Mark = {}): Place {
  const text = document.source.text
  if (document.root === undefined) return placeAtOffset(document, 0, 1)
  const node = nodeAt(document.root, path, mark.key === true)
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

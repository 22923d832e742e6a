// Reads sources as syntax: the names and strings of a file, without its comments. Not a test itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'

export interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

export const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

export function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isSyntaxNode)
    else if (isSyntaxNode(value)) yield value
  }
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** What was parsed last of each path: all walls of a worker read the same files. */
const parsed = new Map<string, { readonly text: string; readonly program: SyntaxNode }>()

export function programOf(path: string, text: string): SyntaxNode {
  const before = parsed.get(path)
  if (before?.text === text) return before.program
  const program = parseSync(path, text).program as unknown as SyntaxNode
  parsed.set(path, { text, program })
  return program
}

/** The source files of a folder by path. */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|html)$/.test(entry.name))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)))

/** A name or a string of a source. */
export interface Word {
  readonly line: number
  readonly text: string
}

/** What a node itself says: its name, its string, its text between elements. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier' || node.type === 'PrivateIdentifier')
    return node.name as string
  if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateElement') return (node.value as { cooked: string | null }).cooked ?? ''
  return undefined
}

/** The line of each character. */
function linesOf(text: string): Uint32Array {
  const lines = new Uint32Array(text.length + 1)
  let line = 1
  for (let index = 0; index <= text.length; index += 1) {
    lines[index] = line
    if (text[index] === '\n') line += 1
  }
  return lines
}

/** The names and strings of a source; of a style sheet or a page everything outside its comments. */
export function wordsIn(path: string, text: string = readFileSync(path, 'utf8')): Word[] {
  if (/\.(css|html)$/.test(path))
    return text
      .replace(/\/\*[^]*?\*\/|<!--[^]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
      .split('\n')
      .map((content, index) => ({ line: index + 1, text: content }))
  const words: Word[] = []
  const lines = linesOf(text)
  const visit = (node: SyntaxNode) => {
    const own = textOf(node)
    const from = node.start as number
    if (own !== undefined) words.push({ line: lines[from]!, text: own })
    for (const child of childrenOf(node)) visit(child)
  }
  visit(programOf(path, text))
  return words
}

// Parses the text of a rule into a tree with positions, before any name is resolved.
// Refuses the parts of CEL that the rule language lacks: maps, bytes, hexadecimal numbers, exponents, methods and
// optional access.
import { parse as parseCel, type ASTNode } from '@marcbachmann/cel-js'
import type { BinaryOperator } from '../model/rule'
import { signatureOf, signatures } from './functions'
import type { RuleProblem } from '../problems/expressionProblem'

interface Span {
  readonly start: number
  readonly end: number
}
export type Tree = Span &
  (
    | {
        readonly kind: 'literal'
        readonly type: 'text' | 'number' | 'boolean' | 'null'
        readonly value: string | boolean | null
      }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly of: Tree; readonly name: string; readonly nameStart: number }
    | { readonly kind: 'index'; readonly of: Tree; readonly key: Tree }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Tree[] }
    | { readonly kind: 'not' | 'negate'; readonly of: Tree }
    | { readonly kind: 'binary'; readonly op: BinaryOperator; readonly left: Tree; readonly right: Tree }
    | { readonly kind: 'choose'; readonly test: Tree; readonly yes: Tree; readonly no: Tree }
    | { readonly kind: 'list'; readonly items: readonly Tree[] }
  )

/** Maximum characters of a rule; it also bounds the recursion of the parser. */
const maxLength = 4000
const maxDepth = 400

/** CEL reserves these words as names; a manifest may use them (a field `package`). */
const reserved = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
  '__proto__',
  'prototype',
])
const tokens = /'''[^]*?'''|"""[^]*?"""|'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|\/\/[^\n]*|[A-Za-z_0-9]+/g

class Refusal extends Error {
  constructor(readonly problem: RuleProblem) {
    super(problem.message)
  }
}

/** Macros of CEL that iterate over a list. */
const overLists = new Set(['all', 'any', 'exists', 'exists_one', 'filter', 'map', 'sum', 'count'])

function methodHint(name: string): string {
  if (overLists.has(name))
    return [
      'A rule reads lines only with size(…). Write what is asked of them as an `aggregate`',
      'with `every`, `exists`, `count` or `sum`, in a field or in `vars`, and read that.',
    ].join(' ')
  const signature = signatureOf(name)
  return signature === undefined
    ? `Only functions: ${Object.keys(signatures).join(', ')}.`
    : `Write ${signature.written} with the value as the first argument.`
}

type Parsed = { readonly tree: Tree } | { readonly problem: RuleProblem }

/** Cache by text: many rules are parsed twice in one compilation, and a saved file leaves nearly all unchanged. */
const parsedRules = new Map<string, Parsed>()
const maxParsed = 20_000

/** Never throws, whatever the text. */
export function parseRule(source: string): Parsed {
  const cached = parsedRules.get(source)
  if (cached) return cached
  if (parsedRules.size >= maxParsed) parsedRules.clear()
  const parsed = parse(source)
  parsedRules.set(source, parsed)
  return parsed
}

function parse(source: string): Parsed {
  if (source.length > maxLength)
    return { problem: syntax(`A rule has at most ${maxLength} characters.`, maxLength, source.length) }
  try {
    return { tree: convert(parseCel(freed(source)).ast, source, 0) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem }
    const parseError = asParseError(error)
    if (parseError) return { problem: described(parseError, source) }
    throw error
  }
}

/** Masks reserved words in place: the names themselves are always read from the source. */
function freed(source: string): string {
  return source.replace(tokens, (token) => (reserved.has(token) ? `_${token.slice(1).replace(/_/g, 'x')}` : token))
}

function convert(node: ASTNode, source: string, depth: number): Tree {
  const span = { start: node.start, end: node.end }
  if (depth > maxDepth) throw syntaxRefusal(node, 'The rule is nested too deeply.')
  const sub = (child: ASTNode): Tree => convert(child, source, depth + 1)
  switch (node.op) {
    case 'value':
      return literal(node.args, source, span)
    case 'id':
      return { ...span, kind: 'name', name: source.slice(node.start, node.end) }
    case '.':
      return {
        ...span,
        kind: 'member',
        of: sub(node.args[0]),
        name: source.slice(node.pos, node.end),
        nameStart: node.pos,
      }
    case '[]':
      return { ...span, kind: 'index', of: sub(node.args[0]), key: sub(node.args[1]) }
    case 'call':
      return {
        ...span,
        kind: 'call',
        name: /^\w+/.exec(source.slice(node.start))?.[0] ?? '',
        args: node.args[1].map(sub),
      }
    case 'rcall':
      throw syntaxRefusal(node, 'The rule language has no methods.', methodHint(String(node.args[0])))
    case '!_':
      return { ...span, kind: 'not', of: sub(node.args) }
    case '-_':
      return { ...span, kind: 'negate', of: sub(node.args) }
    case '?:':
      return { ...span, kind: 'choose', test: sub(node.args[0]), yes: sub(node.args[1]), no: sub(node.args[2]) }
    case 'list':
      return { ...span, kind: 'list', items: node.args.map(sub) }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'in':
    case '&&':
    case '||':
      return { ...span, kind: 'binary', op: node.op, left: sub(node.args[0]), right: sub(node.args[1]) }
    default:
      throw syntaxRefusal(
        node,
        node.op === 'map' ? 'The rule language has no maps.' : `The rule language has no ${node.op}.`,
      )
  }
}

function syntaxRefusal(node: ASTNode, message: string, hint?: string): Refusal {
  return new Refusal({ ...syntax(message, node.start, node.end), ...(hint !== undefined && { hint }) })
}

function literal(value: unknown, source: string, span: Span): Tree {
  if (value === null) return { ...span, kind: 'literal', type: 'null', value: null }
  if (typeof value === 'boolean') return { ...span, kind: 'literal', type: 'boolean', value }
  if (typeof value === 'string') return { ...span, kind: 'literal', type: 'text', value }
  // Take the digits as written: a float would lose some of them.
  const digits = source.slice(span.start, span.end)
  if (/^\d+(\.\d+)?$/.test(digits)) return { ...span, kind: 'literal', type: 'number', value: digits }
  throw new Refusal(syntax('A number is written with digits and at most one point.', span.start, span.end))
}

function syntax(message: string, start: number, end: number): RuleProblem {
  return { code: 'rule-syntax', message, start, end: Math.max(end, start + 1) }
}

interface CelParseError {
  readonly code: string
  readonly summary: string
  readonly range?: Span
}

function asParseError(error: unknown): CelParseError | undefined {
  return error instanceof Error && error.name === 'ParseError' ? (error as Error & CelParseError) : undefined
}

function described(error: CelParseError, source: string): RuleProblem {
  const start = Math.min(error.range?.start ?? 0, source.length)
  const end = Math.min(Math.max(error.range?.end ?? start, start + 1), Math.max(source.length, start + 1))
  const token = source.slice(start, end)
  if (source.trim() === '') return syntax('The rule is empty.', 0, source.length)
  if (error.code.startsWith('unterminated'))
    return { ...syntax('The text is not closed.', start, end), hint: 'A text stands between single quotes.' }
  if (start >= source.trimEnd().length)
    return withHint(
      syntax('The rule ends too early.', Math.max(0, source.trimEnd().length - 1), source.trimEnd().length),
      percentHint(source),
    )
  const problem = syntax(`Cannot read the rule at ${JSON.stringify(token)}.`, start, end)
  return withHint(problem, hintFor(source, start) ?? percentHint(source))
}

const withHint = (problem: RuleProblem, hint: string | undefined): RuleProblem =>
  hint === undefined ? problem : { ...problem, hint }

/** `%` is the remainder operator, so a percentage is written as a number. */
function percentHint(source: string): string | undefined {
  const written = /(\d+(?:\.\d+)?)\s*%/.exec(source)?.[1]
  return written === undefined ? undefined : `A share is written as a number: ${Number(written) / 100} for ${written}%.`
}

function hintFor(source: string, position: number): string | undefined {
  const rest = source.slice(position)
  if (rest.startsWith('=')) return 'Two values are compared with ==.'
  if (/^&|^and\b/i.test(rest)) return 'Write && for "and".'
  if (/^\||^or\b/i.test(rest)) return 'Write || for "or".'
  if (/\bnot\s+$/i.test(source.slice(0, position))) return 'Write ! for "not".'
  if (rest.charCodeAt(0) > 127) return 'A text stands between single quotes, and operators are ASCII characters.'
  return undefined
}

// Guards doc comments of functions: what other folders import has one, and what it describes exists.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { namedImportsOf } from './imports'
import { childrenOf, isSyntaxNode, lineAt, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** The first node, from the outside, of those that satisfy the test. */
function firstIn(node: SyntaxNode, test: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
  if (test(node)) return node
  for (const child of childrenOf(node)) {
    const first = firstIn(child, test)
    if (first) return first
  }
  return undefined
}

/** `@param name`, and a clause that begins with `name` in backticks and says what it is. */
function describedIn(comment: string): string[] {
  const text = comment.replace(/\n\s*\*/g, ' ').replace(/\s+/g, ' ')
  return [...text.matchAll(/@param (\w+)|(?:^\* ?|[.;] )`(\w+)`(?::| is the\b| means\b)/g)].map(
    ([, param, clause]) => (param ?? clause)!,
  )
}

/** Interfaces describe the values of their keys in the same way. */
const isInterface = ({ type, declaration }: SyntaxNode): boolean =>
  type === 'TSInterfaceDeclaration' || (isSyntaxNode(declaration) && isInterface(declaration))

const takesParameters = ({ type, params }: SyntaxNode): boolean =>
  params !== undefined && /Function|TSMethodSignature/.test(type)

/** The names that comments of a file describe and their declarations lack, with their lines. */
function absentIn(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  if (!/\.tsx?$/.test(path) || !/@param|`\w+`:/.test(text)) return []
  const { comments, program } = parseSync(path, text)
  return comments.flatMap(({ value, start, end }) => {
    const described = value.startsWith('*') ? describedIn(value) : []
    const declaration =
      described.length > 0 && firstIn(program as unknown as SyntaxNode, (node) => (node.start as number) >= end)
    if (!declaration || isInterface(declaration) || !firstIn(declaration, takesParameters)) return []
    const words = new Set(text.slice(declaration.start as number, declaration.end as number).match(/\w+/g))
    const line = lineAt(text, start)
    return described.filter((name) => !words.has(name)).map((name) => `${path}:${line} ${name}`)
  })
}

it('a parameter that a comment describes is there', () => {
  expect(['src', 'scripts'].flatMap(sourcesIn).flatMap(absentIn)).toEqual([])
})

/** Calls that make a component of the function they are given. */
const componentCalls = new Set(['memo', 'lazy', 'forwardRef'])

/** Whether a constant with this initial value holds a function. */
function holdsFunction(value: unknown): boolean {
  if (!isSyntaxNode(value)) return false
  if (value.type.endsWith('FunctionExpression')) return true
  if (/^TS\w+Expression$|^ParenthesizedExpression$/.test(value.type)) return holdsFunction(value.expression)
  const { callee } = value
  return isSyntaxNode(callee) && callee.type === 'Identifier' && componentCalls.has(callee.name as string)
}

const declaredName = ({ id }: SyntaxNode): string => (id as { name: string }).name

/** The functions that a statement declares: one, or the constants that hold some. */
function functionsOf(declaration: SyntaxNode): string[] {
  if (declaration.type.includes('Function')) return [declaredName(declaration)]
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration.declarations as SyntaxNode[]).filter(({ init }) => holdsFunction(init)).map(declaredName)
}

interface Exported {
  readonly name: string
  readonly commented: boolean
}

/** Whether a doc comment ends just before the offset. */
function carriesComment(text: string, offset: number): boolean {
  const before = text.slice(0, offset).trimEnd()
  return before.endsWith('*/') && before.indexOf('*/', before.lastIndexOf('/**')) === before.length - 2
}

/** The functions that a module exports where it declares them; of overloads the first may carry the comment. */
function exportedFunctions(path: string, text: string): Exported[] {
  const found = new Map<string, boolean>()
  for (const statement of programOf(path, text).body as SyntaxNode[]) {
    if (!statement.type.startsWith('Export') || !isSyntaxNode(statement.declaration)) continue
    for (const name of functionsOf(statement.declaration))
      found.set(name, (found.get(name) ?? false) || carriesComment(text, statement.start as number))
  }
  return [...found].map(([name, commented]) => ({ name, commented }))
}

it('sees functions without a comment', () => {
  const text = `/** A. */
    export function a(x: string): string; export function a(x: unknown) {}
    export const b = () => 1, n = 2, s = 'text'
    /* Not a doc comment. */
    export const C = memo(function C() {})
    /** Of something else. */
    const d = 1
    export async function e() {}
    /** Of src/** and more. */ export const g = () => 2
    export const f = (() => 1) as () => number`
  const bare = exportedFunctions('a.ts', text).filter(({ commented }) => !commented)
  expect(bare.map(({ name }) => name)).toEqual(['b', 'C', 'e', 'f'])
})

it('what another folder imports carries a comment', () => {
  const imported = new Set(
    namedImportsOf('src')
      .filter(({ from, to }) => dirname(from) !== dirname(to))
      .flatMap(({ to, name }) => `${to}#${name}`),
  )
  const functions = sourcesIn('src')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => exportedFunctions(path, readFileSync(path, 'utf8')).map((one) => ({ ...one, path })))
    .filter(({ path, name }) => imported.has(`${path}#${name}`) || imported.has(`${path}#*`))
  expect(functions.length).toBeGreaterThan(800)
  expect(functions.filter(({ commented }) => !commented).map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

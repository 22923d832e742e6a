// Guards doc comments of functions: every described parameter or result key exists.
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { childrenOf, isSyntaxNode, lineAt, sourcesIn, type SyntaxNode } from './syntax'

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

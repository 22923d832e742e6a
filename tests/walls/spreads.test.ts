// Guards against literals that are spread into others only to lay out the code, as in `f({ ...{ a, b }, c })`.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf, lineAt, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** The lines where an object literal is spread. */
function spreadLiterals(path: string, source: string): string[] {
  const lines: string[] = []
  const visit = (node: SyntaxNode): void => {
    const isSpread = node.type === 'SpreadElement' || node.type === 'JSXSpreadAttribute'
    if (isSpread && (node.argument as SyntaxNode).type === 'ObjectExpression')
      lines.push(`${path}:${lineAt(source, node.start as number)}`)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(programOf(path, source))
  return lines
}

it('finds them among values and props', () => {
  expect(spreadLiterals('a.ts', 'f({\n  ...{ a, b },\n  ...(c && { d }),\n  ...e,\n})')).toEqual(['a.ts:2'])
  expect(spreadLiterals('a.tsx', 'const A = () => <B {...{ c, d }} {...e} />')).toEqual(['a.tsx:1'])
})

it('finds none in the sources and their tests', () => {
  const paths = ['src', 'scripts', 'tests'].flatMap(sourcesIn).filter((path) => /\.(tsx?|mjs)$/.test(path))
  expect(paths.flatMap((path) => spreadLiterals(path, readFileSync(path, 'utf8')))).toEqual([])
})

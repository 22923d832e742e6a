// Guards the width of lines that the formatter ignores:
// comments and SQL. Strings and patterns may be wider.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { childrenOf, programOf, sourcesIn, type SyntaxNode } from './syntax'

const width = 120
const generated = /\/generated(\.ts|\/)/

interface Span {
  readonly start: number
  readonly end: number
}

/** Where strings, patterns and texts are; the text of SQL is code. */
function* textsOf(node: SyntaxNode): Generator<Span> {
  const { type } = node
  const isText = type === 'JSXText' || (type === 'Literal' && typeof node.value !== 'number')
  if (isText || type === 'TemplateElement') yield node as unknown as Span
  else if (type === 'TaggedTemplateExpression' && (node.tag as SyntaxNode).name === 'sql') {
    for (const expression of (node.quasi as { expressions: SyntaxNode[] }).expressions) yield* textsOf(expression)
  } else for (const child of childrenOf(node)) yield* textsOf(child)
}

/** The lines of a source that are too wide without their texts. */
function wideLines(path: string, source: string): string[] {
  const lines = source.split('\n')
  if (!lines.some((line) => line.length > width)) return []
  const short = source.split('')
  for (const { start, end } of textsOf(programOf(path, source)))
    for (let at = start; at < end; at += 1) if (source[at] !== '\n') short[at] = ''
  return short
    .join('')
    .split('\n')
    .flatMap((line, index) => (line.length > width ? [`${path}:${index + 1} ${line.length} characters`] : []))
}

describe('lines', () => {
  it('are too wide by code, comments and SQL, not by a string', () => {
    const long = 'a'.repeat(width)
    expect(wideLines('a.ts', `const a = '${long}'`)).toEqual([])
    expect(wideLines('a.ts', `const a = \`\${b}${long}\``)).toEqual([])
    expect(wideLines('a.ts', `const ${long} = 1`)).toEqual(['a.ts:1 130 characters'])
    expect(wideLines('a.ts', `// ${long}`)).toEqual(['a.ts:1 123 characters'])
    expect(wideLines('a.ts', `const a = sql\`${long} \${'${long}'}\``)).toEqual(['a.ts:1 139 characters'])
  })

  it(`have at most ${width} characters`, () => {
    const sources = ['src', 'scripts', 'tests']
      .flatMap(sourcesIn)
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !generated.test(path))
    expect(sources.length).toBeGreaterThan(1000)
    expect(sources.flatMap((path) => wideLines(path, readFileSync(path, 'utf8')))).toEqual([])
  })
})

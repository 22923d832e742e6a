// Guards the limit of parameters where lint cannot:
// an options object with only required keys counts as positional parameters.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { childrenOf, lineAt, programOf, sourcesIn, type SyntaxNode } from './syntax'

const mostParameters = 4
const generated = /\/generated(\.ts|\/)/
// The props of a React component, which has a PascalCase name, are its parameters.
const component = /^[A-Z]/

/** The name that a node gives to the function in it. */
const nameIn = ({ type, id, key }: SyntaxNode): string | undefined => {
  if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') return nameOf(id)
  return type === 'MethodDefinition' || type === 'Property' ? nameOf(key) : undefined
}
const nameOf = (node: unknown): string => (node as { name?: string } | null)?.name ?? ''

/** The inline type of a parameter, with a default or without. */
const typeOf = ({ typeAnnotation, left }: SyntaxNode): SyntaxNode | undefined =>
  ((typeAnnotation ?? (left as SyntaxNode | undefined)?.typeAnnotation) as { typeAnnotation: SyntaxNode } | undefined)
    ?.typeAnnotation

/** How often each name is written in a program: comments and strings name nothing. */
function countNames(program: SyntaxNode): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const visit = (node: SyntaxNode): void => {
    const name = /^(JSX)?Identifier$/.test(node.type) ? (node.name as string) : undefined
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return counts
}

/** The members that a declaration of a type writes out itself. */
function membersOf({ type, extends: above, body, typeAnnotation }: SyntaxNode): SyntaxNode[] | undefined {
  if (type === 'TSInterfaceDeclaration' && !(above as SyntaxNode[] | undefined)?.length)
    return (body as SyntaxNode).body as SyntaxNode[]
  const alias = type === 'TSTypeAliasDeclaration' ? (typeAnnotation as SyntaxNode) : undefined
  return alias?.type === 'TSTypeLiteral' ? (alias.members as SyntaxNode[]) : undefined
}

/** The members of the types of a file that serve one parameter alone: not exported, and named nowhere else. */
function privateBags(program: SyntaxNode): ReadonlyMap<string, SyntaxNode[]> {
  const counts = countNames(program)
  return new Map(
    (program.body as SyntaxNode[]).flatMap((declaration) => {
      const [name, members] = [nameOf(declaration.id), membersOf(declaration)]
      return members && counts.get(name) === 2 ? [[name, members] as const] : []
    }),
  )
}

/** The keys of a bag of which none can be left out; none of any other parameter. */
function neededKeys(parameter: SyntaxNode, bags: ReadonlyMap<string, SyntaxNode[]>): number {
  const type = typeOf(parameter)
  const members =
    type?.type === 'TSTypeLiteral' ? (type.members as SyntaxNode[]) : (bags.get(nameOf(type?.typeName)) ?? [])
  return members.every(({ optional }) => !optional) ? members.length : 0
}

/** Functions that need more than four values, some of them in a bag. */
function bagsIn(path: string, source: string): string[] {
  const bags: string[] = []
  const program = programOf(path, source)
  const types = privateBags(program)
  const visit = (node: SyntaxNode, name: string): void => {
    const isFunction = /^(Arrow)?Function/.test(node.type)
    const parameters = isFunction ? (node.params as SyntaxNode[]) : []
    const label = nameIn(node) ?? name
    // The parts of a single parameter with a name are what the function is about, as the props of a component are.
    const named = parameters.length > 1 && !path.startsWith('scripts/') ? types : new Map<string, SyntaxNode[]>()
    for (const keys of component.test(label) ? [] : parameters.map((parameter) => neededKeys(parameter, named))) {
      const total = parameters.length - 1 + keys
      const line = lineAt(source, node.start as number)
      if (keys > 1 && total > mostParameters) bags.push(`${path}:${line} ${label}: ${total} parameters`)
    }
    for (const child of childrenOf(node)) visit(child, isFunction ? '' : label)
  }
  visit(program, '')
  return bags
}

describe('bags of parameters', () => {
  it('count with their keys, if all are needed', () => {
    const bag = '{ c, d, e }: { readonly c: A; readonly d: A; readonly e: A }'
    expect(bagsIn('a.ts', `function f(a: A, b: A, ${bag}) {}`)).toEqual(['a.ts:1 f: 5 parameters'])
    expect(bagsIn('a.ts', `const f = async (a: A, b: A, ${bag}) => a`)).toEqual(['a.ts:1 f: 5 parameters'])
    expect(bagsIn('a.ts', `\nclass F { run(a: A, b: A, ${bag} = g) {} }`)).toEqual(['a.ts:2 run: 5 parameters'])
    expect(bagsIn('a.tsx', `const F = () => use((a: A, b: A, ${bag}) => a)`)).toEqual(['a.tsx:1 : 5 parameters'])
  })

  it('count with a name, too, that nothing else bears', () => {
    const bag = 'interface Bag { c: A; d: A; e: A }\n'
    expect(bagsIn('a.ts', `${bag}function f(a: A, b: A, { c, d, e }: Bag) {}`)).toEqual(['a.ts:2 f: 5 parameters'])
    expect(bagsIn('a.ts', `${bag}function f(a: A, b: A, { c, d, e }: Bag) {}\nlet bag: Bag`)).toEqual([])
    const alias = '// A Bag.\ntype Bag = { c: A; d: A; e: A }\n'
    expect(bagsIn('a.ts', `${alias}function f(a: A, b: A, { c, d, e }: Bag) {}`)).toEqual(['a.ts:3 f: 5 parameters'])
    expect(bagsIn('a.ts', 'interface Bag { c: A; d: A; e: A; f: A; g: A }\nfunction f(bag: Bag) {}')).toEqual([])
  })

  it('do not count where they are few, may be left out, are a concept with a name, or props', () => {
    const bag = '{ c, d }: { c: A; d: A }'
    expect(bagsIn('a.ts', `function f(a: A, b: A, ${bag}) {}`)).toEqual([])
    expect(bagsIn('a.ts', 'function f(a: A, b: A, c: A, { d, e }: { d: A; e?: A }) {}')).toEqual([])
    expect(bagsIn('a.ts', "function f(a: A, b: A, c: A, { d, e }: Pick<B, 'd' | 'e'>) {}")).toEqual([])
    expect(bagsIn('a.tsx', 'function F({ a, b, c, d, e }: { a: A; b: A; c: A; d: A; e: A }) {}')).toEqual([])
  })

  it(`leave a function at most ${mostParameters} parameters`, () => {
    const sources = ['src', 'scripts']
      .flatMap(sourcesIn)
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && !generated.test(path))
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.flatMap((path) => bagsIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })
})

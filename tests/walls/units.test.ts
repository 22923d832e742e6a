// Guards numbers without a unit: the name of a numeric constant or default says its unit or what it bounds.
// A reader of `setTimeout(end, patience)` has to look up whether those are seconds.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf, isSyntaxNode, programOf, sourcesIn, type SyntaxNode } from './syntax'

const units = [
  ...['Ms', 'Seconds', 'Hours', 'Days', 'Bytes', 'Points', 'Pixels', 'CodePoint', 'Digits', 'Factor', 'Scale'],
  ...['Rows', 'Records', 'Columns', 'Connections', 'Count'],
  ...['Code', 'Status', 'Method', 'Version', 'Port', 'Id'],
]
const unit = new RegExp(`(${units.join('|')})$|^(${units.map((name) => name.toLowerCase()).join('|')})$|[a-z]Per[A-Z]`)
const bound = /^(max|min|default)([A-Z]|$)/

/** Names that need no unit, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  size: 'the pixels of an icon, as its attribute is called in SVG libraries',
  thickness: 'of a line in the units of its drawing, of a board in those of its trade',
}

const namesUnit = (name: string): boolean => unit.test(name) || bound.test(name) || Object.hasOwn(exempt, name)

/** Whether a number is written there, or computed from written ones alone. */
function isWrittenNumber(node: unknown): boolean {
  if (!isSyntaxNode(node)) return false
  if (node.type === 'BinaryExpression') return isWrittenNumber(node.left) && isWrittenNumber(node.right)
  return node.type === 'Literal' && typeof node.value === 'number'
}

const nameOf = (node: unknown): string[] =>
  isSyntaxNode(node) && node.type === 'Identifier' ? [node.name as string] : []

/** The numeric constants of a module. */
function constantsIn({ body }: SyntaxNode): string[] {
  return (body as SyntaxNode[]).flatMap((statement) => {
    const declaration = (statement.declaration ?? statement) as SyntaxNode
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') return []
    const declarators = declaration.declarations as SyntaxNode[]
    return declarators.flatMap(({ id, init }) => (isWrittenNumber(init) ? nameOf(id) : []))
  })
}

/** Defaults that are numbers; 0 and 1 are where a count or a scale begins. */
function* defaultsIn(node: SyntaxNode): Generator<string> {
  if (node.type === 'AssignmentPattern' && isWrittenNumber(node.right)) {
    const { value } = node.right as SyntaxNode
    if (value !== 0 && value !== 1) yield* nameOf(node.left)
  }
  for (const child of childrenOf(node)) yield* defaultsIn(child)
}

const numbersIn = (path: string, text: string): string[] => {
  const program = programOf(path, text)
  return [...constantsIn(program), ...defaultsIn(program)]
}

it('sees numbers that say nothing', () => {
  const text = 'const patience = 5 * 1_000; const waitMs = 5; function f(a = 3, { b = 20, maxTries = 4 }, c = 0) {}'
  expect(numbersIn('a.ts', text).filter((name) => !namesUnit(name))).toEqual(['patience', 'a', 'b'])
})

it('every number with a name says its unit or what it bounds', () => {
  const bare = ['src', 'scripts']
    .flatMap(sourcesIn)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => numbersIn(path, readFileSync(path, 'utf8')).map((name) => ({ path, name })))
    .filter(({ name }) => !namesUnit(name))
  expect(bare.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

// Guards the vocabulary: one exported name has one meaning, and local names describe their values.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importedNames } from './imports'
import { childrenOf, isSyntaxNode as isNode, programOf, sourcesIn, type SyntaxNode as Node } from './syntax'

/** Names that several modules export on purpose, with the reason. */
const shared: Readonly<Record<string, string>> = {}

/**
 * Local names that say nothing about what they hold, with how often `src` declared each before the vocabulary. Below
 * ten, none is left.
 */
const vague: Readonly<Record<string, number>> = {
  place: 239,
  at: 224,
  own: 125,
  found: 118,
  known: 78,
  asked: 69,
  shown: 58,
  kept: 50,
  most: 43,
  told: 19,
  ask: 96,
  words: 126,
  world: 32,
  asker: 17,
  behind: 14,
  offer: 11,
  offers: 8,
  ahead: 6,
  ways: 5,
  vault: 5,
  whole: 25,
  scene: 9,
  doing: 9,
  setDoing: 9,
  trouble: 9,
  senders: 9,
  surroundings: 9,
  holder: 9,
}

/** A fault is an error, a refusal or a problem; a widget is an input. */
const replacedWords = /fault|widget/i

const programs = ['src', 'scripts']
  .flatMap(sourcesIn)
  .filter((path) => /\.tsx?$/.test(path) && path !== 'src/manifest/language/generated.ts')
  .map((path) => ({ path, program: programOf(path, readFileSync(path, 'utf8')) }))
const sources = programs.filter(({ path }) => path.startsWith('src/'))

/** The names that a pattern binds: `{ a, b: c }` binds `a` and `c`. */
function boundBy(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string]
  if (pattern.type === 'ObjectPattern')
    return (pattern.properties as Node[]).flatMap((property) =>
      boundBy((property.type === 'Property' ? property.value : property.argument) as Node),
    )
  if (pattern.type === 'ArrayPattern')
    return (pattern.elements as (Node | null)[]).flatMap((element) => (element ? boundBy(element) : []))
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left as Node)
  if (pattern.type === 'RestElement') return boundBy(pattern.argument as Node)
  return []
}

/** The names of the variables and parameters declared below a node. */
function* declaredIn(node: Node): Generator<string> {
  if (node.type === 'VariableDeclarator') yield* boundBy(node.id as Node)
  if (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
    for (const parameter of node.params as Node[]) yield* boundBy(parameter)
  for (const child of childrenOf(node)) yield* declaredIn(child)
}

/** The pairs `[value, setter]` below a node whose setter is not called after the value. */
function* foreignSettersIn(node: Node): Generator<string> {
  if (node.type === 'VariableDeclarator' && (node.id as Node).type === 'ArrayPattern') {
    const [value = '', setter = '', ...others] = boundBy(node.id as Node)
    const fitting = `set${value.slice(0, 1).toUpperCase()}${value.slice(1)}`
    if (others.length === 0 && /^set[A-Z]/.test(setter) && setter !== fitting) yield `[${value}, ${setter}]`
  }
  for (const child of childrenOf(node)) yield* foreignSettersIn(child)
}

/** The names in capitals that are given below a node; what a library calls so is taken out of it by a pattern. */
function* capitalsIn(node: Node): Generator<string> {
  const { type, id } = node
  if (type === 'VariableDeclarator' && (id as Node).type === 'Identifier')
    yield* boundBy(id as Node).filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))
  for (const child of childrenOf(node)) yield* capitalsIn(child)
}

/** The names that a module exports where it declares them. */
function exportedBy(program: Node): string[] {
  return (program.body as Node[]).flatMap((statement) => {
    const declaration = statement.declaration
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return []
    if (declaration.type === 'VariableDeclaration')
      return (declaration.declarations as Node[]).flatMap(({ id }) => boundBy(id as Node))
    return isNode(declaration.id) ? [declaration.id.name as string] : []
  })
}

describe('names', () => {
  it('are exported by one module each', () => {
    const modules = new Map<string, Set<string>>()
    for (const { path, program } of sources)
      for (const name of exportedBy(program)) modules.set(name, (modules.get(name) ?? new Set()).add(path))
    const several = [...modules].filter(([name, paths]) => paths.size > 1 && !(name in shared))
    expect(several.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
    expect(Object.keys(shared).filter((name) => (modules.get(name)?.size ?? 0) < 2)).toEqual([])
  })

  it('are exported only where another file imports them', () => {
    const imported = new Set(['src', 'scripts', 'tests'].flatMap(importedNames))
    const alone = sources.flatMap(({ path, program }) =>
      exportedBy(program)
        .map((name) => `${path}#${name}`)
        .filter((name) => !imported.has(name) && !imported.has(`${path}#*`)),
    )
    expect(alone).toEqual([])
  })

  it('use one word for a thing, and none that another has replaced', () => {
    const replaced = programs.flatMap(({ path, program }) =>
      [...declaredIn(program), ...exportedBy(program)]
        .filter((name) => replacedWords.test(name.replace(/default/i, '')))
        .map((name) => `${path} ${name}`),
    )
    expect(replaced).toEqual([])
  })

  it('of setters are those of the values that they set', () => {
    const foreign = sources.flatMap(({ path, program }) =>
      [...foreignSettersIn(program)].map((pair) => `${path} ${pair}`),
    )
    expect(foreign).toEqual([])
  })

  it('have no capitals throughout, constants included', () => {
    const capitals = programs.flatMap(({ path, program }) => [...capitalsIn(program)].map((name) => `${path} ${name}`))
    expect(capitals).toEqual([])
  })

  it('of locals say what they hold: of the vague ones at most a tenth is left', () => {
    const counts = new Map<string, number>()
    for (const { program } of sources)
      for (const name of declaredIn(program)) counts.set(name, (counts.get(name) ?? 0) + 1)
    const tooMany = Object.entries(vague).filter(([name, before]) => (counts.get(name) ?? 0) > before / 10)
    expect(tooMany.map(([name]) => `${name} ${counts.get(name)}`)).toEqual([])
  })
})

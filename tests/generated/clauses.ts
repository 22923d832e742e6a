// Which clauses do the rules of the manifests consist of, and where do they stand? An App whose rules report each value
// of a clause, in JavaScript and in SQL, so that a run over the real database shows what it exercised.
import { isDeepStrictEqual } from 'node:util'
import type { Chance } from '../../scripts/demo/chance'
import { compile } from '../../src/manifest/compile'
import { conjuncts, visit, writeNode } from '../../src/manifest/expression/analyze'
import { placeOf } from '../../src/manifest/json/parse'
import type { App } from '../../src/manifest/model/app'
import type { FunctionName, Rule, RuleNode } from '../../src/manifest/model/rule'
import { materializedColumns } from '../../src/server/database/sql/materializedColumns'
import { readSources } from '../../src/server/workers/readManifests'

/** A condition that must hold within a rule, the test of a choice, or the value of a rule that decides nothing. */
export interface Clause {
  readonly number: number
  /** What the rule is for, as the App calls it: checks, visibleWhen, aggregate.where. */
  readonly use: string
  readonly file: string
  readonly line: number
  readonly text: string
  /** A value counts when it was computed at all. */
  readonly isValue: boolean
  /** Where its rule stands in the App. */
  readonly path: readonly string[]
  readonly node: RuleNode
  /** The conditions that must hold before it is computed. */
  readonly before: readonly RuleNode[]
}

/** A rule in which one part is changed; caught when it gives another value than the rule. */
export interface Mutant {
  readonly number: number
  readonly file: string
  readonly line: number
  readonly change: string
  /** The clauses of its rule. */
  readonly clauses: readonly Clause[]
}

export interface Instrumented {
  readonly app: App
  /** The App as it is. */
  readonly original: App
  readonly clauses: readonly Clause[]
  readonly mutants: readonly Mutant[]
  /** How many mutants were not drawn. */
  readonly left: number
  /** Rules that stand in definitions of the database and stay as they are; evaluated over all rows instead. */
  readonly plain: readonly PlainRule[]
}

/** `entity`: whose records it reads. */
export interface PlainRule {
  readonly entity: string
  readonly rule: Rule
  readonly clauses: readonly { readonly node: RuleNode; readonly number: number }[]
}

/** The names under which the recorder stands among the functions of the rules. */
export const clauseFunction = 'clause' as FunctionName
export const mutantFunction = 'mutants' as FunctionName

const isRule = (value: object): value is Rule => 'node' in value && 'source' in value && 'readPaths' in value
const number = (value: number): RuleNode => ({ kind: 'literal', type: 'number', value: String(value) })

/** @param mutants how many changes of each rule are computed beside it, drawn by chance; each takes its time */
export function instrument(mutants?: { readonly most: number; readonly chance: Chance }): Instrumented {
  const places = new Map<RuleNode, { readonly file: string; readonly line: number }>()
  const compiled = compile(readSources('schemas'), {}, ({ file: { document }, path }, _environment, _types, rule) => {
    const place = { file: `schemas/${document.source.path}`, line: placeOf(document, path).line }
    if (rule) for (const node of [rule.node, ...conjuncts(rule.node)]) places.set(node, place)
  })
  if (!compiled.ok) throw new Error('The manifests are not sound.')
  const work = new Work(places, mutants)
  work.keepPlain(compiled.app)
  const app = work.copy(compiled.app, [])
  return { app: { ...app, revision: `${app.revision}-clauses` }, original: compiled.app, ...work }
}

class Work {
  readonly clauses: Clause[] = []
  readonly mutants: Mutant[] = []
  left = 0
  readonly plain: PlainRule[] = []
  private readonly copies = new Map<object, object>()
  private path: readonly string[] = []

  constructor(
    private readonly places: ReadonlyMap<RuleNode, { readonly file: string; readonly line: number }>,
    private readonly drawn: { readonly most: number; readonly chance: Chance } | undefined,
  ) {}

  /** What the database holds definitions of: unique rules, views, and values kept in columns. */
  keepPlain(app: App): void {
    for (const entity of Object.values(app.entities)) {
      for (const { where } of entity.unique) if (where) this.asItIs(where, entity.name, 'unique.where')
      for (const part of entity.view ?? [])
        for (const rule of [part.where, ...Object.values(part.values)]) if (rule) this.asItIs(rule, part.entity, 'view')
      for (const { field, lines } of materializedColumns(entity).values()) {
        this.copies.set(field, field)
        // What is added up reads the computed values of a line.
        for (const cell of Object.values(entity.fields[lines]!.fields!))
          if (cell.compute) this.copies.set(cell.compute, cell.compute)
      }
    }
  }

  private asItIs(rule: Rule, entity: string, use: string): void {
    this.path = ['plain', entity]
    const clauses = rule.type === 'boolean' ? conjuncts(rule.node) : []
    this.copies.set(rule, rule)
    this.plain.push({
      entity,
      rule,
      clauses: clauses.map((node) => ({ node, number: this.add(node, use, rule.node, false) })),
    })
  }

  /** A copy that shares what the original shares. */
  copy<T>(value: T, path: readonly string[]): T {
    if (typeof value !== 'object' || value === null) return value
    const before = this.copies.get(value)
    if (before) return before as T
    if (isRule(value)) {
      const rule = { ...value, node: this.watched(value, path) }
      this.copies.set(value, rule)
      return rule as T
    }
    const copy = (Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value) as object)) as object
    this.copies.set(value, copy)
    for (const [key, part] of Object.entries(value))
      (copy as Record<string, unknown>)[key] = this.copy(part as unknown, [...path, key])
    return copy as T
  }

  private watched(rule: Rule, path: readonly string[]): RuleNode {
    // What the compiler adds by itself is no clause of a manifest.
    if (this.placeOf(rule.node, rule.node) === undefined) return rule.node
    const use = useOf(path)
    this.path = path
    const firstClause = this.clauses.length
    const node = rule.type === 'boolean' ? this.all(rule.node, use, rule.node) : this.value(rule.node, use)
    if (!this.drawn || !['boolean', 'number', 'text'].includes(rule.type)) return node
    const place = this.placeOf(rule.node, rule.node)
    const all = mutationsOf(rule.node).filter(({ node: other }) => !isDeepStrictEqual(other, rule.node))
    if (!place || all.length === 0) return node
    const others: Mutation[] = []
    while (all.length > 0 && others.length < this.drawn.most)
      others.push(...all.splice(this.drawn.chance.below(all.length), 1))
    this.left += all.length
    const first = this.mutants.length
    const clauses = this.clauses.slice(firstClause)
    for (const { change } of others) this.mutants.push({ number: this.mutants.length, ...place, change, clauses })
    const args = [node, number(first), ...others.map(({ node: other }) => other)]
    return { kind: 'call', type: node.type, name: mutantFunction, args }
  }

  private all(node: RuleNode, use: string, rule: RuleNode): RuleNode {
    return this.condition(node, use, rule, conjuncts(node))
  }

  private condition(node: RuleNode, use: string, rule: RuleNode, all: readonly RuleNode[]): RuleNode {
    if (node.kind === 'binary' && node.op === '&&') {
      const left = this.condition(node.left, use, rule, all)
      return { ...node, left, right: this.condition(node.right, use, rule, all) }
    }
    const before = all.slice(0, Math.max(0, all.indexOf(node)))
    return call(this.tests(node, use, rule), this.add(node, use, rule, node.kind === 'literal', before))
  }

  private value(node: RuleNode, use: string): RuleNode {
    let decides = false
    visit(node, ({ kind }) => (decides ||= kind === 'choose'))
    return decides ? this.tests(node, use, node) : call(node, this.add(node, use, node, true))
  }

  /** Watches the tests of the choices within. */
  private tests(node: RuleNode, use: string, rule: RuleNode): RuleNode {
    const within = (part: RuleNode) => this.tests(part, use, rule)
    switch (node.kind) {
      case 'literal':
      case 'name':
        return node
      case 'not':
      case 'negate':
        return { ...node, of: within(node.of) }
      case 'binary':
        return { ...node, left: within(node.left), right: within(node.right) }
      case 'choose':
        return { ...node, test: this.all(node.test, use, rule), yes: within(node.yes), no: within(node.no) }
      case 'list':
        return { ...node, items: node.items.map(within) }
      case 'index':
        return { ...node, of: within(node.of), key: within(node.key) }
      case 'call':
        return { ...node, args: node.args.map(within) }
    }
  }

  private add(node: RuleNode, use: string, rule: RuleNode, isValue: boolean, before: readonly RuleNode[] = []): number {
    const number = this.clauses.length
    const place = this.placeOf(node, rule) ?? { file: '', line: 0 }
    this.clauses.push({ number, use, ...place, text: writeNode(node), isValue, path: this.path, node, before })
    return number
  }

  private placeOf(node: RuleNode, rule: RuleNode) {
    const [first] = conjuncts(rule)
    return this.places.get(node) ?? this.places.get(rule) ?? this.places.get(first!)
  }
}

const call = (node: RuleNode, clause: number): RuleNode => ({
  kind: 'call',
  type: node.type,
  name: clauseFunction,
  args: [node, number(clause)],
})

/** The last words of a path that are no index and no name of a record's part. */
function useOf(path: readonly string[]): string {
  const words = path.filter((word) => !/^\d+$/.test(word))
  const last = words.at(-1)!
  const kinds = ['set', 'values', 'vars', 'dimensions', 'measures', 'figures', 'copy', 'append', 'change', 'query']
  const within = words.findLast(
    (word, at) => at < words.length - 1 && [...kinds, 'checks', 'invariants'].includes(word),
  )
  if (last === 'rule' || kinds.includes(words.at(-2)!)) return within ?? words.at(-2)!
  return last === 'where' ? `${within === 'vars' ? 'vars' : words.at(-2)!}.where` : last
}

interface Mutation {
  readonly change: string
  readonly node: RuleNode
}

/** The rule with one part left out or another. */
function mutationsOf(node: RuleNode): Mutation[] {
  switch (node.kind) {
    case 'literal':
      return literalMutations(node)
    case 'name':
      return node.type === 'boolean' ? [{ change: `not ${writeNode(node)}`, node: opposite(node) }] : []
    case 'not':
      return [{ change: `without not: ${writeNode(node.of)}`, node: node.of }, ...deeper(node, ['of'])]
    case 'negate':
      return deeper(node, ['of'])
    case 'choose':
      return [
        { change: `other way: ${writeNode(node.test)}`, node: { ...node, yes: node.no, no: node.yes } },
        ...deeper(node, ['test', 'yes', 'no']),
      ]
    case 'index':
      return deeper(node, ['of'])
    case 'list':
      return node.items.length > 1
        ? node.items.map((item, at) => ({
            change: `without ${writeNode(item)}`,
            node: { ...node, items: node.items.filter((_, other) => other !== at) },
          }))
        : []
    case 'call':
      return node.args.flatMap((arg, at) =>
        arg.kind === 'literal'
          ? []
          : mutationsOf(arg).map(({ change, node: other }) => ({
              change,
              node: { ...node, args: node.args.with(at, other) },
            })),
      )
    case 'binary':
      return [...binaryMutations(node), ...deeper(node, ['left', 'right'])]
  }
}

const opposite = (node: RuleNode): RuleNode => ({ kind: 'not', type: 'boolean', of: node })

function deeper(node: RuleNode, keys: readonly string[]): Mutation[] {
  return keys.flatMap((key) =>
    mutationsOf((node as unknown as Record<string, RuleNode>)[key]!).map(({ change, node: other }) => ({
      change,
      node: { ...node, [key]: other } as RuleNode,
    })),
  )
}

function literalMutations(node: RuleNode & { kind: 'literal' }): Mutation[] {
  if (node.type === 'number') return [{ change: `${String(node.value)} + 1`, node: number(Number(node.value) + 1) }]
  if (node.type === 'boolean') return [{ change: `not ${String(node.value)}`, node: { ...node, value: !node.value } }]
  return []
}

const neighbors: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}

function binaryMutations(node: RuleNode & { kind: 'binary' }): Mutation[] {
  const text = writeNode(node)
  const isText = node.type === 'text'
  const others = isText ? [] : (neighbors[node.op] ?? [])
  return [
    ...others.map((op) => ({ change: `${op}: ${text}`, node: { ...node, op } as RuleNode })),
    ...(node.op === 'in' ? [{ change: `not ${text}`, node: opposite(node) }] : []),
    ...(node.op === '&&' || node.op === '||'
      ? [
          { change: `without ${writeNode(node.left)}`, node: node.right },
          { change: `without ${writeNode(node.right)}`, node: node.left },
        ]
      : []),
  ]
}

// Analyzes a rule: the paths it reads, its conditions, and its text.
import type { FunctionName, NameScope, RuleNode } from '../model/rule'

/** The distinct paths of a scope in a tree, joined by dots, in order of appearance; the record itself is `id`. */
export function pathsRead(node: RuleNode, scope: NameScope): string[] {
  const paths = new Set<string>()
  visit(node, (part) => {
    if (part.kind === 'name' && part.scope === scope) paths.add(part.path.join('.') || 'id')
  })
  return [...paths]
}

/** Calls `see` for every node of a tree, a parent before its children. */
export function visit(node: RuleNode, see: (node: RuleNode) => void): void {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}

/** The functions that a tree calls, in order of appearance. */
function functionsCalled(node: RuleNode): string[] {
  const names: string[] = []
  visit(node, (part) => {
    if (part.kind === 'call') names.push(part.name)
  })
  return names
}

/** The parts of a condition that must all hold. */
export function conjuncts(node: RuleNode): readonly RuleNode[] {
  return node.kind === 'binary' && node.op === '&&' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node]
}

function childrenOf(node: RuleNode): readonly RuleNode[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'not':
    case 'negate':
      return [node.of]
    case 'binary':
      return [node.left, node.right]
    case 'choose':
      return [node.test, node.yes, node.no]
    case 'list':
      return node.items
    case 'index':
      return [node.of, node.key]
    case 'call':
      return node.args
  }
}

type Literal = RuleNode & { readonly kind: 'literal' }

/**
 * The text of a tree, every operation in parentheses. `literal`: how a constant is written; `reference`: the record is
 * read behind it.
 */
export function writeNode(node: RuleNode, literal: (node: Literal) => string = constant, reference?: string): string {
  const root = reference === undefined ? [] : [reference]
  const text = (part: RuleNode): string => {
    switch (part.kind) {
      case 'literal':
        return literal(part)
      case 'name':
        return [...(part.scope === 'record' ? root : [part.scope]), ...part.path].join('.') || 'id'
      case 'not':
        return `!(${text(part.of)})`
      case 'negate':
        return `-(${text(part.of)})`
      case 'choose':
        return `(${text(part.test)} ? ${text(part.yes)} : ${text(part.no)})`
      case 'list':
        return `[${part.items.map(text).join(', ')}]`
      case 'index':
        return `${text(part.of)}[${text(part.key)}]`
      case 'call':
        return `${part.name}(${part.args.map(text).join(', ')})`
      case 'binary':
        return `(${text(part.left)} ${part.op} ${text(part.right)})`
    }
  }
  return text(node)
}

function constant({ type, value }: Literal): string {
  return type === 'text' ? `'${String(value).replace(/['\\]/g, '\\$&')}'` : String(value)
}

/** The functions whose value depends on the caller or the time. */
export const ofCallerOrTime: ReadonlySet<string> = new Set<FunctionName>([
  'now',
  'today',
  'hasPermission',
  'roleGrants',
])

/** Whether a tree reads the account that acts, its tenant or its codes. */
export const readsCaller = (node: RuleNode): boolean =>
  pathsRead(node, 'me').length > 0 ||
  pathsRead(node, 'tenant').length > 0 ||
  functionsCalled(node).some((name) => name === 'hasPermission' || name === 'roleGrants')

/** The calls of a tree whose value depends on the caller or the time, where none of both is known. */
export const callsOfCallerOrTime = (node: RuleNode): string[] =>
  functionsCalled(node).filter((name) => ofCallerOrTime.has(name))

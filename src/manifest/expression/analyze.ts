// Analyzes a rule: the paths it reads and the conditions it is made of.
import type { NameScope, RuleNode } from '../model/rule'

/** The distinct paths of a scope in a tree, joined by dots, in order of appearance; the record itself is `id`. */
export function pathsRead(node: RuleNode, scope: NameScope): string[] {
  const matches = new Set<string>()
  visit(node, (part) => {
    if (part.kind === 'name' && part.scope === scope) matches.add(part.path.join('.') || 'id')
  })
  return [...matches]
}

/** Calls `see` for every node of a tree, a parent before its children. */
export function visit(node: RuleNode, see: (node: RuleNode) => void): void {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
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

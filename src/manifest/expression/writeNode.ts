// Writes a tree as the text of a rule, every operation in parentheses.
import type { RuleNode } from '../model/rule'

type Literal = RuleNode & { readonly kind: 'literal' }

/** `literal`: how a constant is written. */
export function writeNode(node: RuleNode, literal: (node: Literal) => string = constant): string {
  const text = (part: RuleNode): string => {
    switch (part.kind) {
      case 'literal':
        return literal(part)
      case 'name':
        return [...(part.scope === 'record' ? [] : [part.scope]), ...part.path].join('.') || 'id'
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

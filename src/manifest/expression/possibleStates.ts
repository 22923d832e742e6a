// Narrows the states, or codes of another choice, in which a rule can hold.
// Uses comparisons with literals; any other condition may hold or not.
import type { RuleNode } from '../model/rule'

/**
 * The states among `all` (or the codes of another field) for which the rule may hold; all of them when it does not
 * restrict the field.
 */
export function statesOf(node: RuleNode, all: readonly string[], field = 'state'): ReadonlySet<string> {
  return possible(node, new Set(all), true, field)
}

/** `outcome`: whether to return the states for which the node may be true, or those for which it may be false. */
function possible(node: RuleNode, all: ReadonlySet<string>, outcome: boolean, field: string): ReadonlySet<string> {
  if (node.kind === 'not') return possible(node.of, all, !outcome, field)
  if (node.kind === 'literal' && typeof node.value === 'boolean') return node.value === outcome ? all : new Set()
  if (node.kind !== 'binary') return all
  const { op, left, right } = node
  if (op === '&&' || op === '||') {
    const sides = [possible(left, all, outcome, field), possible(right, all, outcome, field)] as const
    return (op === '&&') === outcome
      ? new Set([...sides[0]].filter((state) => sides[1].has(state)))
      : new Set([...sides[0], ...sides[1]])
  }
  const named =
    op === 'in'
      ? literals(left, right, field)
      : op === '==' || op === '!='
        ? (literals(left, right, field) ?? literals(right, left, field))
        : undefined
  if (named === undefined) return all
  const inside = (op !== '!=') === outcome
  return new Set([...all].filter((state) => named.includes(state) === inside))
}

/** The texts with which the field is compared; undefined for any other comparison. */
function literals(name: RuleNode, values: RuleNode, field: string): readonly string[] | undefined {
  if (name.kind !== 'name' || name.scope !== 'record' || name.path.length !== 1 || name.path[0] !== field)
    return undefined
  const items = values.kind === 'list' ? values.items : [values]
  const texts = items.flatMap((item) => (item.kind === 'literal' && typeof item.value === 'string' ? [item.value] : []))
  return texts.length === items.length ? texts : undefined
}

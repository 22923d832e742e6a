// Which states can a record be in for which a rule holds? Told from comparisons of `state` with literals; whatever else a rule asks may hold or not.
import type { RuleNode } from '../app'

/** The states among `all` for which the rule may hold; all of them when it says nothing of the state. */
export function statesOf(node: RuleNode, all: readonly string[]): ReadonlySet<string> {
  return possible(node, new Set(all), true)
}

/** `wanted`: the states for which the node may be true, or for which it may be false. */
function possible(node: RuleNode, all: ReadonlySet<string>, wanted: boolean): ReadonlySet<string> {
  if (node.kind === 'not') return possible(node.of, all, !wanted)
  if (node.kind === 'literal' && typeof node.value === 'boolean') return node.value === wanted ? all : new Set()
  if (node.kind !== 'binary') return all
  const { op, left, right } = node
  if (op === '&&' || op === '||') {
    const sides = [possible(left, all, wanted), possible(right, all, wanted)] as const
    return (op === '&&') === wanted ? new Set([...sides[0]].filter((state) => sides[1].has(state))) : new Set([...sides[0], ...sides[1]])
  }
  const named = op === 'in' ? literals(left, right) : op === '==' || op === '!=' ? (literals(left, right) ?? literals(right, left)) : undefined
  if (named === undefined) return all
  const inside = (op !== '!=') === wanted
  return new Set([...all].filter((state) => named.includes(state) === inside))
}

/** The texts that `state` is compared with; undefined for any other comparison. */
function literals(name: RuleNode, values: RuleNode): readonly string[] | undefined {
  if (name.kind !== 'name' || name.scope !== 'record' || name.path.length !== 1 || name.path[0] !== 'state') return undefined
  const items = values.kind === 'list' ? values.items : [values]
  const texts = items.flatMap((item) => (item.kind === 'literal' && typeof item.value === 'string' ? [item.value] : []))
  return texts.length === items.length ? texts : undefined
}

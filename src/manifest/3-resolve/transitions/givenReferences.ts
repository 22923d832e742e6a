// Finds the references of a form that another reference determines, because a check compares them.

import type { FormField } from '../../model/transition'
import type { Check, RuleNode } from '../../model/rule'
import { conjuncts } from '../../expression/analyze'

/** `checks` of the transition, such as `order == null || order.customer == customer`. */
export function givenBy(name: string, checks: readonly Check[]): FormField['givenBy'] {
  const given = checks.flatMap(({ rule }) => conjuncts(rule.node)).flatMap((node) => pathTo(name, node) ?? [])
  return given.length > 0 ? given : undefined
}

function pathTo(name: string, node: RuleNode): { reference: string; path: string } | undefined {
  if (node.kind !== 'binary') return undefined
  // An empty reference determines nothing.
  if (node.op === '||' && isEmptiness(node.left)) return pathTo(name, node.right)
  if (node.op !== '==') return undefined
  const paths = [node.left, node.right].flatMap((side) =>
    side.kind === 'name' && side.scope === 'record' ? [side.path] : [],
  )
  const from = paths.find((path) => path.length > 1)
  if (from === undefined || !paths.some((path) => path.length === 1 && path[0] === name)) return undefined
  return { reference: from[0]!, path: from.slice(1).join('.') }
}

const isEmptiness = (node: RuleNode): boolean =>
  node.kind === 'binary' &&
  node.op === '==' &&
  [node.left, node.right].some(({ ...side }) => side.kind === 'literal' && side.value === null)

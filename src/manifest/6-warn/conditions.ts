// Warns of conditions that can never hold, as far as their comparisons with literals decide it.
import type { RuleNode } from '../model/rule'
import type { RuleEnvironment } from '../expression/environment'
import { conjuncts } from '../expression/analyze'
import { statesOf } from '../expression/possibleStates'
import type { CompileContext, ResolvedRule } from '../context/compileContext'
import type { Warnings } from './warnings'

/** Keys whose rules are values: false is a value like another. */
const VALUES = new Set<string | number>(['compute', 'default', 'set', 'values', 'dimensions'])

export function warnOfConditions(context: CompileContext, warnings: Warnings): void {
  for (const resolved of context.rules) {
    const { location, rule } = resolved
    if (rule.type !== 'boolean' || location.path.some((step) => VALUES.has(step))) continue
    const why = contradiction(rule.node, resolved.environment) ?? outsideOfItsStates(context, resolved)
    if (why !== undefined) warnings.at(location, 'never-holds', { why })
  }
}

function contradiction(node: RuleNode, { record, dictionaries }: RuleEnvironment): string | undefined {
  if (conjuncts(node).some((part) => part.kind === 'literal' && part.value === false)) return 'one part is false'
  if (record === undefined) return emptyRange(node)
  if (record.states.length > 0 && statesOf(node, record.states).size === 0) return 'no state fits'
  for (const { name, dictionary } of Object.values(record.fields)) {
    const codes = dictionary === undefined ? undefined : dictionaries(dictionary)
    if (codes !== undefined && codes.length > 0 && statesOf(node, codes, name).size === 0)
      return `no code of \`${name}\` fits`
  }
  return emptyRange(node)
}

/** The `when` of a transition, and of its permissions, applies to records in the states of `from`. */
function outsideOfItsStates(context: CompileContext, { location, rule }: ResolvedRule): string | undefined {
  const [section, name, key, , inner] = location.path
  if (section !== 'transitions' || !(key === 'when' || (key === 'permissions' && inner === 'when'))) return undefined
  const transition = context.entities[location.file.name]?.transitions[String(name)]
  if (transition === undefined || transition.creates || transition.from.length === 0) return undefined
  return statesOf(rule.node, transition.from).size === 0 ? 'the transition runs from no such state' : undefined
}

/** A number that must be both above and below. */
function emptyRange(node: RuleNode): string | undefined {
  const ranges = new Map<string, { low: number; high: number; open: boolean }>()
  for (const part of conjuncts(node)) {
    if (part.kind !== 'binary' || part.left.kind !== 'name' || part.right.kind !== 'literal') continue
    const { left, right, op } = part
    if (right.type !== 'number') continue
    const [key, value] = [[left.scope, ...left.path].join('.'), Number(right.value)]
    const range = ranges.get(key) ?? { low: -Infinity, high: Infinity, open: false }
    ranges.set(key, range)
    if ((op === '>' || op === '>=' || op === '==') && value >= range.low)
      Object.assign(range, { low: value, open: range.open || op === '>' })
    if ((op === '<' || op === '<=' || op === '==') && value <= range.high)
      Object.assign(range, { high: value, open: range.open || op === '<' })
    if (range.low > range.high || (range.low === range.high && range.open))
      return `\`${left.path.join('.')}\` would have to be both above and below ${value}`
  }
  return undefined
}

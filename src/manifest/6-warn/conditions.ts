// Warns of conditions that can never hold, judging by comparisons with literals.
import type { RuleNode } from '../model/rule'
import type { RuleEnvironment } from '../expression/environment'
import { conjuncts } from '../expression/analyze'
import { statesOf } from '../expression/possibleStates'
import type { CompileContext, ResolvedRule } from '../context/compileContext'
import type { Warnings } from './warnings'

/** Keys whose rules are values, where false is an ordinary value. */
const valueKeys = new Set<string | number>(['compute', 'default', 'set', 'values', 'dimensions'])

export function warnOfConditions(context: CompileContext, warnings: Warnings): void {
  for (const resolved of context.rules) {
    const { location, rule } = resolved
    if (rule.type !== 'boolean' || location.path.some((step) => valueKeys.has(step))) continue
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

/** `strict`: the value itself is outside. */
interface Bound {
  readonly value: number
  readonly strict: boolean
}

/** A number with contradictory bounds. */
function emptyRange(node: RuleNode): string | undefined {
  const ranges = new Map<string, { low: Bound; high: Bound }>()
  for (const part of conjuncts(node)) {
    if (part.kind !== 'binary' || part.left.kind !== 'name' || part.right.kind !== 'literal') continue
    const { left, right, op } = part
    if (right.type !== 'number') continue
    const [key, value] = [[left.scope, ...left.path].join('.'), Number(right.value)]
    const range = ranges.get(key) ?? {
      low: { value: -Infinity, strict: false },
      high: { value: Infinity, strict: false },
    }
    ranges.set(key, range)
    if (op === '>' || op === '>=' || op === '==') range.low = tighter(range.low, { value, strict: op === '>' }, 1)
    if (op === '<' || op === '<=' || op === '==') range.high = tighter(range.high, { value, strict: op === '<' }, -1)
    const { low, high } = range
    if (low.value > high.value || (low.value === high.value && (low.strict || high.strict)))
      return `\`${left.path.join('.')}\` would have to be both above and below ${value}`
  }
  return undefined
}

/** `direction`: 1 for lower bounds, -1 for upper ones. */
function tighter(one: Bound, other: Bound, direction: 1 | -1): Bound {
  if (one.value === other.value) return one.strict ? one : other
  return (other.value - one.value) * direction > 0 ? other : one
}

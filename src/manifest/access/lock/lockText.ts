// Formats rules, aggregates and lists of names for access.lock, in normal form.
import { writeNode } from '../../expression/analyze'
import { countedPath, type Aggregate, type Rule } from '../../model/rule'

/** A rule in normal form, independent of notation. */
export function ruleText({ node }: Pick<Rule, 'node'>): string {
  return writeNode(node, ({ type, value }) => (type === 'number' ? String(value) : JSON.stringify(value)))
}

export const aggregateText = (aggregate: Aggregate): string =>
  `${aggregate.operator} of ${countedPath(aggregate)}${aggregate.where ? ` where ${ruleText(aggregate.where)}` : ''}`

export function conditionLines(name: string, rule: Rule | undefined): string[] {
  return rule === undefined ? [] : [`  ${name} ${ruleText(rule)}`]
}

export function sortedList(items: readonly string[]): string {
  return items.length === 0 ? '(none)' : [...items].sort().join(', ')
}

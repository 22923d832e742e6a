// Which records stand behind a number of a report? The filters of the screen that shows them, as far as the measure's rules say them plainly:
// the group of the row, and the span of the report. What cannot be said in a filter is left out rather than guessed.
import type { Measure, RuleNode } from '../../../manifest/app'
import type { Filter, RefValue, Value } from '../../../protocol/calls'
import { addDays, addMonths } from '../calendar/days'
import type { Period } from './period'

export function drillFilters(measure: Measure, groups: Readonly<Record<string, Value>>, period: Period | undefined): Filter[] {
  const filters: Filter[] = []
  for (const [group, value] of Object.entries(groups)) {
    const rule = measure.by[group]
    const filter = rule && groupFilter(rule.node, value)
    if (filter) filters.push(filter)
  }
  const dated = period && measure.aggregate?.where ? periodField(measure.aggregate.where.node) : undefined
  if (period && dated && !filters.some((filter) => filter.field === dated)) filters.push({ field: dated, operator: 'between', value: [period.from, addDays(period.to, -1)] })
  return filters
}

function groupFilter(node: RuleNode, value: Value): Filter | undefined {
  if (node.kind === 'name' && node.scope === 'record' && node.path.length > 0) {
    const field = node.path.join('.')
    if (value === null) return { field, operator: 'empty', value: true }
    return { field, operator: 'in', value: [typeof value === 'object' && 'id' in value ? (value as RefValue).id : value] }
  }
  const month = node.kind === 'call' && node.name === 'month' ? pathIn(node.args[0]) : undefined
  if (month && typeof value === 'string' && /^\d{4}-\d\d$/.test(value)) {
    const first = `${value}-01`
    return { field: month, operator: 'between', value: [first, addDays(addMonths(first, 1), -1)] }
  }
  return undefined
}

/** The field that the rule keeps at or after the beginning of the span. */
function periodField(node: RuleNode): string | undefined {
  if (node.kind !== 'binary') return undefined
  if (node.op === '&&') return periodField(node.left) ?? periodField(node.right)
  const begins = node.right.kind === 'name' && node.right.scope === 'period' && node.right.path[0] === 'from'
  return node.op === '>=' && begins ? pathIn(node.left) : undefined
}

/** The path of a name, bare or inside date(…). */
function pathIn(node: RuleNode | undefined): string | undefined {
  if (node?.kind === 'call' && node.name === 'date') return pathIn(node.args[0])
  return node?.kind === 'name' && node.scope === 'record' && node.path.length > 0 ? node.path.join('.') : undefined
}

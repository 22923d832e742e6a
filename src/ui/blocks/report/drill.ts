// Which records stand behind a number? The filters of the screen that shows them, as far as the rules of the number say them plainly: which records
// count, the group of the row, the span, and what was searched. What cannot be said in a filter is left out rather than guessed.
import type { Aggregate, Measure, RuleNode } from '../../../manifest/app'
import type { Filter, RefValue, Value } from '../../../protocol/calls'
import { writeFilter } from '../../../runtime/location'
import { addDays, addMonths } from '../calendar/days'
import type { Period } from './period'

/** What narrows a report: its span, and the search on its axes. */
export interface Narrowed { readonly period?: Period; readonly filters?: readonly Filter[]; readonly today?: string }

export function drillFilters(measure: Pick<Measure, 'by' | 'aggregate'>, groups: Readonly<Record<string, Value>>, { period, filters = [], today }: Narrowed = {}): Filter[] {
  const found: Filter[] = []
  const add = (filter: Filter | undefined) => { if (filter && !found.some((one) => one.field === filter.field)) found.push(filter) }
  for (const [group, value] of Object.entries(groups)) add(measure.by[group] && groupFilter(measure.by[group].node, value))
  for (const filter of filters) {
    const field = pathOf(measure.by[filter.field]?.node)
    if (field !== undefined && !(filter.field in groups)) add({ ...filter, field })
  }
  const where = measure.aggregate?.where?.node
  const dated = period && where ? periodField(where) : undefined
  if (period && dated) add({ field: dated, operator: 'between', value: [period.from, addDays(period.to, -1)] })
  for (const filter of where ? plainFilters(where, today) : []) add(filter)
  return found
}

/** The address of the records behind a number; a query that the manifest wrote itself goes before what is derived. */
export function drillAddress(open: string, measure: Pick<Measure, 'by' | 'aggregate'> | { readonly aggregate?: Aggregate }, groups: Readonly<Record<string, Value>> = {}, narrowed: Narrowed = {}): string {
  const [path = '', written = ''] = open.split('?')
  const query = new URLSearchParams(written)
  for (const filter of drillFilters({ by: {}, ...measure }, groups, narrowed)) if (!query.has(`f.${filter.field}`)) query.set(`f.${filter.field}`, writeFilter(filter))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function groupFilter(node: RuleNode, value: Value): Filter | undefined {
  const field = pathOf(node)
  if (field !== undefined) {
    if (value === null) return { field, operator: 'empty', value: true }
    return { field, operator: 'in', value: [typeof value === 'object' && 'id' in value ? (value as RefValue).id : value] }
  }
  const month = monthOf(node)
  return month !== undefined && typeof value === 'string' && /^\d{4}-\d\d$/.test(value) ? wholeMonth(month, value) : undefined
}

/** The field that the rule keeps at or after the beginning of the span. */
function periodField(node: RuleNode): string | undefined {
  if (node.kind !== 'binary') return undefined
  if (node.op === '&&') return periodField(node.left) ?? periodField(node.right)
  const begins = node.right.kind === 'name' && node.right.scope === 'period' && node.right.path[0] === 'from'
  return node.op === '>=' && begins ? pathIn(node.left) : undefined
}

/** What a rule asks of single fields in so many words; `today` is needed for what is of this month. */
function plainFilters(node: RuleNode, today: string | undefined): Filter[] {
  if (node.kind !== 'binary') return []
  if (node.op === '&&') return [...plainFilters(node.left, today), ...plainFilters(node.right, today)]
  const field = pathOf(node.left)
  if (field !== undefined && node.op === '==') return withValues(field, [node.right])
  if (field !== undefined && node.op === 'in' && node.right.kind === 'list') return withValues(field, node.right.items)
  const month = node.op === '==' ? monthOf(node.left) : undefined
  const now = node.right.kind === 'call' && node.right.name === 'month' && node.right.args[0]?.kind === 'call' && node.right.args[0].name === 'today'
  return month !== undefined && now && today !== undefined ? [wholeMonth(month, today.slice(0, 7))] : []
}

function withValues(field: string, nodes: readonly RuleNode[]): Filter[] {
  const values = nodes.map((node) => (node.kind === 'literal' ? node.value : null))
  if (values.some((value) => typeof value !== 'string' && typeof value !== 'boolean')) return []
  return nodes.every((node) => node.type === 'text' || node.type === 'boolean') ? [{ field, operator: 'in', value: values }] : []
}

function wholeMonth(field: string, month: string): Filter {
  const first = `${month}-01`
  return { field, operator: 'between', value: [first, addDays(addMonths(first, 1), -1)] }
}

function monthOf(node: RuleNode): string | undefined {
  return node.kind === 'call' && node.name === 'month' ? pathIn(node.args[0]) : undefined
}

function pathOf(node: RuleNode | undefined): string | undefined {
  return node?.kind === 'name' && node.scope === 'record' && node.path.length > 0 ? node.path.join('.') : undefined
}

/** The path of a name, bare or inside date(…). */
function pathIn(node: RuleNode | undefined): string | undefined {
  return node?.kind === 'call' && node.name === 'date' ? pathIn(node.args[0]) : pathOf(node)
}

// What do several lines' values give together? The reductions of an aggregate over raw lines, as its SQL gives them.
import type { Sort } from '../app'
import { divide, Exact, exactOf } from './exact'
import { compare } from './operators'
import type { RuleValue } from './value'

/** A line as the database or a form gives it, keyed by field or path. */
export type RawLine = Readonly<Record<string, unknown>>

/** sum (0 of nothing), average, max and min of values none of which is null; null of nothing. */
export function combined(operator: 'sum' | 'max' | 'min' | 'average', values: readonly RuleValue[]): RuleValue {
  if (operator === 'max' || operator === 'min') {
    const sign = operator === 'max' ? 1 : -1
    return values.reduce((best, value) => (best === null || compare(value, best) * sign > 0 ? value : best), null)
  }
  const sum = values.reduce((total: Exact, value) => total.plus(exactOf(value) ?? 0), new Exact(0))
  return operator === 'sum' ? sum : divide(sum, new Exact(values.length))
}

/** The place of the first line in the order of `sort`; 0 without one. Between equals the lines' order decides, no value comes last (NULLS LAST). */
export function firstIndex(sort: Sort | undefined, valuesOf: (field: string) => readonly RuleValue[]): number {
  if (!sort) return 0
  const sign = sort.descending ? -1 : 1
  const keys = valuesOf(sort.field)
  let best = 0
  for (const [at, key] of keys.entries()) {
    const least = keys[best] ?? null
    if (key !== null && (least === null || compare(key, least) * sign < 0)) best = at
  }
  return best
}

// The order of a list by up to three columns, as presses on their headers change it.
import { maxSorts } from '../../../protocol/screenCalls'
import type { Sorted } from '../tableColumn'

type Sorts = readonly Sorted[]

/** How a press changes the order; undefined: back to that of the list. */
export type SortChange = (present: Sorts) => Sorts | undefined

/** The order by one column alone: ascending, then descending, then (undefined) that of the list. */
export function sortedAlone(sorts: Sorts, field: string): Sorts | undefined {
  const [first, second] = sorts
  if (second !== undefined || first?.field !== field) return [{ field, descending: false }]
  return first.descending ? undefined : [{ field, descending: true }]
}

/**
 * The order with a column behind the others: ascending, then descending, then without it. It stays as it is where there
 * is no room for another column.
 */
export function sortedAlso(sorts: Sorts, field: string): Sorts | undefined {
  const present = sorts.find((sort) => sort.field === field)
  if (!present) return sorts.length < maxSorts ? [...sorts, { field, descending: false }] : sorts
  if (present.descending) return withoutSort(sorts, field)
  return withSort(sorts, { field, descending: true })
}

/** The order with a column in its place or, where it is new, behind the others. */
export function withSort(sorts: Sorts, sort: Sorted): Sorts {
  return sorts.some(({ field }) => field === sort.field)
    ? sorts.map((other) => (other.field === sort.field ? sort : other))
    : [...sorts, sort]
}

/** The order without a column; undefined without any. */
export function withoutSort(sorts: Sorts, field: string): Sorts | undefined {
  const others = sorts.filter((sort) => sort.field !== field)
  return others.length > 0 ? others : undefined
}

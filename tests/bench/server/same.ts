// Do both sides answer the same? A ratio between answers that differ says nothing, so every difference is told before
// anything is measured.
import { isDeepStrictEqual } from 'node:util'
import type { ListAnswer } from '../../../src/protocol/calls'
import { maxTotal } from '../../../src/server/query/list/counts'

/** A part of an answer. */
export type Part = 'rows' | 'tabs' | 'sums' | 'total' | 'groups'

/** What differs between two answers; nothing when they agree in what they are to have in common. */
export function differences(ours: ListAnswer, twins: ListAnswer, same: readonly Part[]): string[] {
  const found: string[] = []
  for (const part of same) {
    if (part === 'rows') found.push(...rowDifferences(ours.rows ?? [], twins.rows ?? []))
    else if (part === 'tabs') found.push(...difference('tabs', shownTabs(ours.tabs), shownTabs(twins.tabs)))
    else if (part === 'groups') found.push(...difference('groups', countsOf(ours.groups), countsOf(twins.groups)))
    else found.push(...difference(part, ours[part], twins[part]))
  }
  return found
}

function rowDifferences(ours: NonNullable<ListAnswer['rows']>, twins: NonNullable<ListAnswer['rows']>): string[] {
  const ids = difference(
    'the rows',
    ours.map(({ id }) => id),
    twins.map(({ id }) => id),
  )
  if (ids.length > 0) return ids
  return ours
    .flatMap((record, at) => {
      const other = twins[at]!
      return [
        ...difference(`label of ${record.id}`, record.label, other.label),
        ...difference(`version of ${record.id}`, record.version, other.version),
        ...Object.keys(other.values).flatMap((name) =>
          difference(`${name} of ${record.id}`, record.values[name], other.values[name]),
        ),
      ]
    })
    .slice(0, 5)
}

function difference(what: string, ours: unknown, twins: unknown): string[] {
  return isDeepStrictEqual(ours, twins)
    ? []
    : [`${what}: ours ${JSON.stringify(ours)}, the twin's ${JSON.stringify(twins)}`]
}

// A state without a record may be left out, and beyond the cap nobody counts.
function shownTabs(tabs: ListAnswer['tabs']): Record<string, number> | undefined {
  return (
    tabs &&
    Object.fromEntries(
      Object.entries(tabs)
        .map(([state, count]) => [state, Math.min(count, maxTotal + 1)] as const)
        .filter(([, count]) => count > 0)
        .sort(([left], [right]) => left.localeCompare(right)),
    )
  )
}

const countsOf = (groups: ListAnswer['groups']) => groups?.map(({ value, count }) => ({ value, count }))

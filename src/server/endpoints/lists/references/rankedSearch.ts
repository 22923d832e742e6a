// Searches records by words: first by the ends of numbers, then by all that is shown of them.
// The first step is a statement of its own, since the digits of a year may be within a million numbers.
import type { Context } from '../../../context/context'
import { hasNumbers } from '../../../query/search/recordKeys'
import { referredRecords, type ReferredRecords, type Searched } from '../../../query/search/referredRecords'
import { endingsShape, matchingCodes, parseSearchText } from '../../../query/search/textSearch'

/** The words as a statement searches for them. */
export interface SearchStep {
  readonly shape: string
  readonly values: readonly unknown[]
  /** References whose records are searched too, with the position of their ids among the values. */
  readonly references: readonly { readonly name: string; readonly position: number }[]
}

interface RankedSearch {
  readonly everywhere: SearchStep
  /** Undefined: no word ends a number of these records. */
  readonly endings: SearchStep | undefined
  /** true: some records were not searched, as too many referred ones have the words. */
  readonly isCut: boolean
}

/** Reads what the words find behind references. `query`: as of `referredRecords`. */
export async function rankedSearch(
  context: Context,
  searched: Searched,
  text: string | undefined,
  query?: Context['query'],
): Promise<RankedSearch> {
  const { app, caller } = context
  const { entity } = searched
  const { shape, values } = parseSearchText(text, matchingCodes(app, entity, caller, caller.language))
  const endings = endingsShape(shape)
  const [ended, referred] = await Promise.all([
    endings === undefined ? undefined : referredRecords(context, { ...searched, onlyEndings: true }, text, query),
    referredRecords(context, searched, text, query),
  ])
  const isEnding = endings !== undefined && (ended !== undefined || hasNumbers(app, entity, caller))
  return {
    everywhere: { shape, ...withReferences(values, referred) },
    endings: isEnding ? { shape: endings, ...withReferences(values, ended) } : undefined,
    isCut: (referred?.cut.length ?? 0) > 0,
  }
}

function withReferences(words: readonly string[], referred: ReferredRecords | undefined) {
  const byField = [...(referred?.byField ?? [])]
  return {
    references: byField.map(([name], index) => ({ name, position: words.length + index })),
    values: [...words, ...byField.map(([, ids]) => ids)],
  }
}

/** The first rows, one more than the limit where there are more; those whose number ends with the words come first. */
export async function rowsByRank<Row extends { readonly id: number }>(
  { everywhere, endings }: RankedSearch,
  limit: number,
  read: (part: SearchStep) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const first = endings ? await read(endings) : []
  if (first.length > limit) return first
  const ids = new Set(first.map(({ id }) => id))
  const others = (await read(everywhere)).filter(({ id }) => !ids.has(id))
  return [...first, ...others].slice(0, limit + 1)
}

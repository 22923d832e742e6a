// Finds where the heads of groups belong among the rows of a page, and on which page.
import { groupKey, type Grouping, type ListAnswer, type RecordGroup, type Value } from '../../../../protocol/calls'

interface GroupHead {
  readonly key: string
  readonly value: Value
  /** The row that it precedes; the number of rows for the end. */
  readonly before: number
  readonly isFolded: boolean
  /** Absent while the groups load, and for groups beyond those that the server counts. */
  readonly group?: RecordGroup
}

interface GroupedPage {
  /** The value of each row's group. */
  readonly rowGroups: readonly Value[]
  /** All groups in the order of the rows. */
  readonly groups: readonly RecordGroup[]
  readonly folded: readonly string[]
  /** Rows of the pages before. */
  readonly offset: number
  readonly isLast: boolean
}

/** A group that began on an earlier page gets its head again; a folded one has its head where its rows would begin. */
export function groupHeads({ rowGroups, groups, folded, offset, isLast }: GroupedPage): readonly GroupHead[] {
  const byKey = new Map(groups.map((group) => [groupKey(group.value), group]))
  const heads = rowGroups.flatMap((value, before): GroupHead[] => {
    const key = groupKey(value)
    const previous = rowGroups[before - 1]
    if (previous !== undefined && groupKey(previous) === key) return []
    return [{ key, value, before, isFolded: false, group: byKey.get(key) }]
  })
  const end = offset + rowGroups.length
  let position = 0
  for (const group of groups) {
    const key = groupKey(group.value)
    const isHere = position >= offset && (position < end || (isLast && position >= end))
    if (!folded.includes(key)) position += group.count
    else if (isHere) heads.push({ key, value: group.value, before: position - offset, isFolded: true, group })
  }
  const order = new Map(groups.map(({ value }, index) => [groupKey(value), index]))
  const placeIn = ({ key }: GroupHead) => order.get(key) ?? groups.length
  return heads.sort((a, b) => a.before - b.before || placeIn(a) - placeIn(b))
}

type CountedGroups = Pick<ListAnswer, 'groups' | 'moreGroups'>

/** Only counted groups have a head while they are folded: the rows of another one would be out of reach. */
export function withReachableFolds(
  grouping: Grouping | undefined,
  { groups, moreGroups }: CountedGroups,
  isUncountable: boolean,
): Grouping | undefined {
  if (!grouping?.folded || !(isUncountable || moreGroups)) return grouping
  const counted = new Set(isUncountable ? [] : groups?.map(({ value }) => groupKey(value)))
  return { ...grouping, folded: grouping.folded.filter((key) => counted.has(key)) }
}

/** The number of rows on all pages: those outside the folded groups, where all groups are counted. */
export function pagedCount({
  total,
  groups,
  moreGroups,
  groupBy,
}: CountedGroups & Pick<ListAnswer, 'total'> & { readonly groupBy: Grouping | undefined }): number {
  const { folded = [] } = groupBy ?? {}
  return groups && !moreGroups && folded.length > 0 ? unfoldedCount(groups, folded) : (total?.count ?? 0)
}

/** The page on which a counted group has its head, or the first of them. */
export function pageOfHead(
  { groups = [], moreGroups }: CountedGroups,
  folded: readonly string[],
  key: string,
  size: number,
): number {
  const index = groups.findIndex(({ value }) => groupKey(value) === key)
  const position = unfoldedCount(groups.slice(0, Math.max(0, index)), folded)
  // Folded groups after the last row have their heads on its page.
  const isAtEnd = !moreGroups && position === unfoldedCount(groups, folded)
  return isAtEnd ? Math.max(1, Math.ceil(position / size)) : Math.floor(position / size) + 1
}

const unfoldedCount = (groups: readonly RecordGroup[], folded: readonly string[]): number =>
  groups.reduce((sum, { value, count }) => (folded.includes(groupKey(value)) ? sum : sum + count), 0)

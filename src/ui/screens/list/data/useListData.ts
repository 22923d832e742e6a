// Reads the rows, counts and sums of a list for its address, and refreshes them after changes.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import type { Grouping, ListAnswer, ListRequest } from '../../../../protocol/calls'
import type { CallError } from '../../../../client/feedback/callError'
import type { ListColumns } from './useListColumns'
import type { ListState } from '../../../../client/navigation/urlState'
import { useList } from '../../../../client/data/queries'
import { matchOf, orderOf, type Match, type Order } from '../../common/listRequest'
import { withReachableFolds } from './groupHeads'

export interface ListData {
  readonly rows: ListAnswer['rows']
  readonly total: ListAnswer['total']
  readonly tabs: ListAnswer['tabs']
  readonly sums: ListAnswer['sums']
  /** Titles of reference columns with too many matching records. */
  readonly cut: ListAnswer['cut']
  /** Title of the number that counts the records. */
  readonly drillDown: ListAnswer['drillDown']
  /** Of a grouped list: the value of each row's group, and all groups, of which there may be too many to count. */
  readonly rowGroups: ListAnswer['rowGroups']
  readonly groups: ListAnswer['groups']
  readonly moreGroups: ListAnswer['moreGroups']
  readonly hasNext: boolean
  /** Another page or search is loading; the previous one is visible. */
  readonly busy: boolean
  /** The same request is refreshing in the background. */
  readonly updating: boolean
  readonly error: CallError | null
  readonly refresh: () => void
  /** Counts all records, however long it takes. */
  readonly countExactly: () => void
  readonly counting: boolean
  /** The request, for exporting the same records. */
  readonly request: Pick<ListRequest, 'screen' | 'filters' | 'conditions' | 'words' | 'tab' | 'drillDown'> & Order
  /** As in the address, but for folded groups without a head. */
  readonly groupBy: Grouping | undefined
}

/** `fields`: those of the visible columns; `entities`: those whose changes affect the list. */
export function useListData(
  screen: Screen,
  state: ListState,
  { size, fields }: Pick<ListColumns, 'size' | 'fields'>,
  entities: readonly string[],
): ListData {
  const { filters, conditions, words: searchText, tab, page, drillDown, sorts, group } = state
  const criteria = useMemo(
    () => matchOf(screen, { filters, conditions, words: searchText, tab, drillDown }),
    [screen, filters, conditions, searchText, tab, drillDown],
  )
  const sortedCriteria = useMemo(() => ({ ...criteria, ...orderOf(sorts) }), [criteria, sorts])
  const { groupBy, refresh: refreshGroups, ...groups } = useGroups(screen, sortedCriteria, group, entities)
  const cursors = useCursors(JSON.stringify([sortedCriteria, groupBy, size]))
  const after = cursors.get(page)
  const rows = useList(
    {
      ...sortedCriteria,
      page,
      size,
      columns: [...fields].sort(),
      ...(groupBy ? { groupBy } : {}),
      ...(after ? { after } : {}),
      want: { rows: true, total: 'capped' },
    },
    entities,
    intervalOf(screen),
  )
  const answer = rowsOf(rows)
  const next = answer.busy ? undefined : rows.data?.next
  useEffect(() => {
    if (next) cursors.set(page + 1, next)
  }, [next, page, cursors])
  const counts = useCounts(screen, criteria, entities)
  const exact = useExactTotal(criteria, entities)
  return {
    ...answer,
    // Where every group is folded, nothing is there to see until they are counted.
    rows: answer.rows?.length === 0 && groupBy?.folded?.length && !groups.groups ? undefined : answer.rows,
    total: exact.total ?? answer.total,
    tabs: counts.tabs,
    sums: counts.sums,
    ...groups,
    groupBy,
    refresh: () => {
      void rows.refetch()
      counts.refresh()
      refreshGroups()
    },
    countExactly: exact.count,
    counting: exact.counting,
    request: sortedCriteria,
  }
}

/** The rows of an answer and how current they are: the previous page stays while another is loading. */
function rowsOf({ data, isPlaceholderData: busy, isFetching, error }: ReturnType<typeof useList>) {
  const { rows, total, cut, drillDown, rowGroups, next } = data ?? {}
  return {
    rows,
    total,
    cut,
    drillDown,
    rowGroups,
    hasNext: next !== undefined,
    busy,
    updating: isFetching && !busy && data !== undefined,
    error: data ? null : error,
  }
}

const intervalOf = ({ refreshSeconds }: Screen) => (refreshSeconds ? { everyMs: refreshSeconds * 1000 } : {})

/** The cursor after each visited page of a request, which reaches the next page at any depth. */
function useCursors(request: string): Map<number, string> {
  const cursors = useRef({ request, after: new Map<number, string>() })
  if (cursors.current.request !== request) cursors.current = { request, after: new Map() }
  return cursors.current.after
}

/** What a list counts beside its rows. */
export const countsWanted = ({ tabsBy, columns }: Screen): NonNullable<ListRequest['want']> => ({
  rows: false,
  ...(tabsBy ? { tabs: true } : {}),
  ...(columns.some((column) => column.sum) ? { sums: true } : {}),
})

/** The numbers on the tabs and the sums, which do not depend on page and order. */
function useCounts(screen: Screen, criteria: Match, entities: readonly string[]) {
  const want = countsWanted(screen)
  const enabled = want.tabs === true || want.sums === true
  // Only sums depend on the tab: without them every tab shares one answer, as the opening of the list does.
  const { tab, ...match } = criteria
  const counts = useList({ ...match, ...(want.sums && tab !== undefined && { tab }), want }, entities, {
    enabled,
    ...intervalOf(screen),
  })
  return {
    tabs: counts.data?.tabs,
    // There are no sums for too many records.
    sums: counts.isPlaceholderData ? undefined : counts.data && (counts.data.sums ?? {}),
    refresh: () => {
      if (enabled) void counts.refetch()
    },
  }
}

/** The groups, which do not depend on the page and on which of them are folded. */
function useGroups(screen: Screen, criteria: Match & Order, group: Grouping | undefined, entities: readonly string[]) {
  const { field = '', by } = group ?? {}
  const enabled = group !== undefined
  const { data, isPlaceholderData, errorUpdateCount, refetch } = useList(
    { ...criteria, groupBy: { field, ...(by && { by }) }, want: { rows: false, groups: true } },
    entities,
    { enabled, ...intervalOf(screen) },
  )
  const isUncountable = errorUpdateCount > 0 && (!data || isPlaceholderData)
  const { groups, moreGroups } = enabled && !isUncountable ? (data ?? {}) : {}
  const groupBy = useMemo(
    () => withReachableFolds(group, { groups, moreGroups }, isUncountable),
    [group, groups, moreGroups, isUncountable],
  )
  return {
    groups,
    moreGroups,
    groupBy,
    refresh: () => {
      if (enabled) void refetch()
    },
  }
}

/** The exact number of records, counted on request. */
function useExactTotal(criteria: Match, entities: readonly string[]) {
  const [exactFor, setExactFor] = useState('')
  const key = JSON.stringify(criteria)
  const enabled = exactFor === key
  const exact = useList({ ...criteria, want: { rows: false, total: 'exact' } }, entities, { enabled })
  return {
    total: enabled && !exact.isPlaceholderData ? exact.data?.total : undefined,
    counting: enabled && exact.isFetching,
    count: () => setExactFor(key),
  }
}

// What does a list show for an address? Rows by page, counts and sums beside them, each asked for once and read again in silence when they are stale.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Screen } from '../../../manifest/app'
import type { ListAnswer, ListRequest } from '../../../protocol/calls'
import type { CallError } from '../../../runtime/faults'
import type { ListState } from '../../../runtime/location'
import { useList } from '../../../runtime/records'

export interface ListData {
  readonly rows: ListAnswer['rows']
  readonly total: ListAnswer['total']
  readonly tabs: ListAnswer['tabs']
  readonly sums: ListAnswer['sums']
  /** What the number is called whose records are shown. */
  readonly behind: ListAnswer['behind']
  readonly hasNext: boolean
  /** Another page or search is on its way; what is seen is the one before. */
  readonly busy: boolean
  /** The same is read again in silence. */
  readonly updating: boolean
  readonly error: CallError | null
  readonly refresh: () => void
  /** Counts all, however long it takes. */
  readonly countExactly: () => void
  readonly counting: boolean
  /** What was asked, for an export of the same. */
  readonly asked: Pick<ListRequest, 'screen' | 'filters' | 'words' | 'tab' | 'sort' | 'behind'>
}

export function useListData(
  screen: Screen,
  state: ListState,
  size: number,
  columns: readonly string[],
  entities: readonly string[],
): ListData {
  const { filters, words, tab, page, behind } = state
  const sort = state.sort
  const found = useMemo(
    () => ({
      screen: screen.path,
      ...(filters.length ? { filters } : {}),
      ...(words ? { words } : {}),
      ...(tab ? { tab } : {}),
      ...(behind ? { behind } : {}),
    }),
    [screen.path, filters, words, tab, behind],
  )
  const asked = useMemo(() => ({ ...found, ...(sort ? { sort } : {}) }), [found, sort])
  const whole = JSON.stringify([asked, size])

  // The key behind each page that was seen: the next one is reached from there, however deep.
  const keys = useRef({ whole, after: new Map<number, string>() })
  if (keys.current.whole !== whole) keys.current = { whole, after: new Map() }
  const after = keys.current.after.get(page)
  const every = screen.refresh ? { every: screen.refresh * 1000 } : {}
  const rows = useList(
    {
      ...asked,
      page,
      size,
      columns: [...columns].sort(),
      ...(after ? { after } : {}),
      want: { rows: true, total: 'capped' },
    },
    entities,
    every,
  )
  const next = rows.isPlaceholderData ? undefined : rows.data?.next
  useEffect(() => {
    if (next) keys.current.after.set(page + 1, next)
  }, [next, page, whole])

  const counted = screen.tabs !== undefined || screen.columns.some((column) => column.sum)
  const counts = useList(
    {
      ...found,
      want: {
        rows: false,
        ...(screen.tabs ? { tabs: true } : {}),
        ...(screen.columns.some((column) => column.sum) ? { sums: true } : {}),
      },
    },
    entities,
    { enabled: counted, ...every },
  )

  const [exactFor, setExactFor] = useState('')
  const key = JSON.stringify(found)
  const exact = useList({ ...found, want: { rows: false, total: 'exact' } }, entities, { enabled: exactFor === key })
  const total = exactFor === key && exact.data?.total && !exact.isPlaceholderData ? exact.data.total : rows.data?.total

  return {
    rows: rows.data?.rows,
    total,
    tabs: counts.data?.tabs,
    sums: counts.isPlaceholderData ? undefined : counts.data?.sums,
    behind: rows.data?.behind,
    hasNext: rows.data?.next !== undefined,
    busy: rows.isPlaceholderData,
    updating: rows.isFetching && !rows.isPlaceholderData && rows.data !== undefined,
    error: rows.data ? null : rows.error,
    refresh: () => {
      void rows.refetch()
      if (counted) void counts.refetch()
    },
    countExactly: () => setExactFor(key),
    counting: exactFor === key && exact.isFetching,
    asked,
  }
}

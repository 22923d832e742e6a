// The list state in the address (filters, search, tab, sort, page, open record) and its setters.
import { useCallback, useMemo } from 'react'
import type { Column } from '../../../../manifest/model/column'
import type { Screen } from '../../../../manifest/model/screen'
import {
  isListName,
  readListState,
  useOpenRecord,
  useViewQuery,
  writeListState,
  type HistoryOptions,
  type ListState,
  type OpenRecord,
} from '../../../../client/navigation/urlState'
import { useRecordFromAddress } from './useRecordFromAddress'

export interface ListAddress {
  readonly state: ListState
  /** Changes a part; returns to the first page unless a page is given. With `replace` there is no step to go back. */
  readonly set: (part: Partial<ListState>, options?: HistoryOptions) => void
  readonly record: OpenRecord | null
  readonly openRecord: ReturnType<typeof useOpenRecord>[1]
  readonly open: (entity: string, id: number) => void
}

/** The columns that the address may search: the declared filters, then the columns of the list. */
export const searchedColumns = (screen: Screen): readonly Column[] => [
  ...screen.filters,
  ...screen.columns.filter((column) => !screen.filters.some((other) => other.field === column.field)),
]

export function useListAddress(screen: Screen): ListAddress {
  const [query, changeQuery] = useViewQuery()
  const [record, openRecord] = useOpenRecord()
  useRecordFromAddress(screen)
  const open = useCallback((entity: string, id: number) => openRecord({ entity, id }), [openRecord])
  const searched = useMemo(() => searchedColumns(screen), [screen])
  // The open record does not affect the list.
  const text = useMemo(() => new URLSearchParams([...query].filter(([name]) => isListName(name))).toString(), [query])
  const state = useMemo(() => readListState(new URLSearchParams(text), searched), [text, searched])
  const set = useCallback(
    (part: Partial<ListState>, options?: HistoryOptions) => {
      changeQuery(
        (params) => writeListState(params, { ...readListState(params, searched), page: 1, ...part }),
        // Setting a condition adds a history entry, which the browser's back button reverts.
        options ?? { replace: part.page === undefined && !('conditions' in part) },
      )
    },
    [changeQuery, searched],
  )
  return { state, set, record, openRecord, open }
}

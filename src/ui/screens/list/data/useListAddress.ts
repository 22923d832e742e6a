// The list state in the address (filters, search, tab, sort, page, open record) and its setters.
import { useCallback, useMemo, useRef } from 'react'
import type { Filter } from '../../../../protocol/calls'
import type { Screen } from '../../../../manifest/model/screen'
import {
  isListName,
  readListState,
  useOpenRecord,
  useViewQuery,
  writeFilter,
  writeListState,
  type HistoryOptions,
  type ListState,
  type OpenRecord,
} from '../../../../client/navigation/urlState'
import { searchedColumns } from '../../common/listRequest'
import { useRecordFromAddress } from './useRecordFromAddress'

/** A part of the state, or how it follows from the present one, which the page may not have rendered yet. */
type ListChange = Partial<ListState> | ((present: ListState) => Partial<ListState>)

export interface ListAddress {
  readonly state: ListState
  /**
   * Changes a part; returns to the first page unless a page is given. Each change is a step to go back, except with
   * `replace`, and what is typed on.
   */
  readonly set: (change: ListChange, options?: HistoryOptions) => void
  readonly record: OpenRecord | null
  readonly openRecord: ReturnType<typeof useOpenRecord>[1]
  readonly open: (entity: string, id: number) => void
}

/** Milliseconds after which a change of the same part is a step of its own. */
const typingPauseMs = 1500

/** The parts that a change sets to something else; of the filters those that differ. */
function changedParts(before: ListState, part: Partial<ListState>): string {
  const changed = Object.entries(part).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ListState]),
  )
  return changed.flatMap(([name]) => (name === 'filters' ? changedFilters(before, part) : name)).join(' ')
}

function changedFilters({ filters }: ListState, { filters: next = [] }: Partial<ListState>): string[] {
  const texts = (from: readonly Filter[]) => new Map(from.map((filter) => [filter.field, writeFilter(filter)]))
  const [before, after] = [texts(filters), texts(next)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((field) => before.get(field) !== after.get(field))
}

/** Whether the parts are those that inputs apply while a person types; any other is set by a press. */
const isTyped = (part: Partial<ListState>): boolean =>
  Object.keys(part).every((name) => name === 'filters' || name === 'words')

/** Whether a change continues the one before: an input that applies while a person types is one step. */
function useContinued(): (change: string) => boolean {
  const last = useRef({ change: '', until: 0 })
  return useCallback((change) => {
    const now = Date.now()
    const isContinued = last.current.change === change && now < last.current.until
    last.current = { change, until: now + typingPauseMs }
    return isContinued
  }, [])
}

/** `set` returns to page 1 unless it names a page. Letters typed one after another share an entry of the history. */
export function useListAddress(screen: Screen): ListAddress {
  const [query, changeQuery] = useViewQuery()
  const [record, openRecord] = useOpenRecord()
  useRecordFromAddress(screen)
  const open = useCallback((entity: string, id: number) => openRecord({ entity, id }), [openRecord])
  const searched = useMemo(() => searchedColumns(screen), [screen])
  // The open record does not affect the list.
  const text = useMemo(() => new URLSearchParams([...query].filter(([name]) => isListName(name))).toString(), [query])
  const state = useMemo(() => readListState(new URLSearchParams(text), searched), [text, searched])
  const isContinued = useContinued()
  const set = useCallback(
    (change: ListChange, options?: HistoryOptions) =>
      changeQuery((params) => {
        const present = readListState(params, searched)
        const part = typeof change === 'function' ? change(present) : change
        writeListState(params, { ...present, page: 1, ...part })
        return options ?? { replace: isContinued(changedParts(present, part)) && isTyped(part) }
      }),
    [changeQuery, searched, isContinued],
  )
  return { state, set, record, openRecord, open }
}

// The selected records over all pages, with their values at the time of selection.
// Survives a reload; cleared when the search changes.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordData } from '../../../../protocol/calls'
import { viewStorage } from '../../../../client/navigation/tabStorage'
import { useSession } from '../../../../client/context/clientContext'
import { useCurrentTab } from '../../../../client/navigation/unsavedChanges'
import type { Selection } from '../../../table/tableColumn'

export interface SelectedRecord {
  readonly records: readonly RecordData[]
  readonly selection: Selection<RecordData>
  readonly clear: () => void
}

const name = 'marked'
/** A larger selection is not stored. */
const maxStored = 200

/** `search`: the current search as text; `rows`: those of the page, whose newer versions replace the known ones. */
export function useSelection(
  search: string,
  rows: readonly RecordData[] | undefined,
  names: { all: string; labelOf: (row: RecordData) => string },
): SelectedRecord {
  const { key: view } = useCurrentTab()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const [marked, setMarked] = useState<ReadonlyMap<number, RecordData>>(() =>
    storedSelection(viewStorage(account, view).read(name), search),
  )
  const clear = useCallback(() => setMarked(new Map()), [])
  const searched = useRef(search)
  useEffect(() => {
    if (searched.current !== search) clear()
    searched.current = search
  }, [search, clear])
  useEffect(
    () =>
      viewStorage(account, view).write(
        name,
        marked.size > 0 && marked.size <= maxStored ? { search, records: [...marked.values()] } : null,
      ),
    [account, view, marked, search],
  )
  useEffect(() => {
    setMarked((now) => {
      const newer = rows?.filter((row) => now.has(row.id) && now.get(row.id) !== row) ?? []
      return newer.length === 0 ? now : new Map([...now, ...newer.map((row) => [row.id, row] as const)])
    })
  }, [rows])
  const { all, labelOf } = names
  const toggle = useCallback((row: RecordData, on: boolean) => setMarked((now) => changed(now, [row], on)), [])
  const toggleAll = useCallback(
    (some: readonly RecordData[], { on }: { readonly on: boolean }) => setMarked((now) => changed(now, some, on)),
    [],
  )
  const selection = useMemo(
    () => ({ has: (row: RecordData) => marked.has(row.id), toggle, toggleAll, labelOf, all }),
    [marked, toggle, toggleAll, labelOf, all],
  )
  return { records: useMemo(() => [...marked.values()], [marked]), selection, clear }
}

function storedSelection(stored: unknown, search: string): ReadonlyMap<number, RecordData> {
  const { search: givenSearch, records } = (stored ?? {}) as { search?: unknown; records?: unknown }
  return new Map(
    givenSearch === search && Array.isArray(records)
      ? (records as RecordData[]).map((record) => [record.id, record])
      : [],
  )
}

function changed(
  now: ReadonlyMap<number, RecordData>,
  rows: readonly RecordData[],
  on: boolean,
): ReadonlyMap<number, RecordData> {
  const next = new Map(now)
  for (const row of rows)
    if (on) next.set(row.id, row)
    else next.delete(row.id)
  return next
}

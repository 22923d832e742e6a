// Which records has somebody marked, over all pages? Kept with what was known of them when they were marked, also over a reload of the page;
// forgotten when the search changes.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordData } from '../../../protocol/calls'
import { readKept, writeKept } from '../../../runtime/kept'
import { useSession } from '../../../runtime/runtime'
import { useViewPlace } from '../../../runtime/unsaved'
import type { Selection } from '../../table/DataTable'

export interface Marked {
  readonly records: readonly RecordData[]
  readonly selection: Selection<RecordData>
  readonly clear: () => void
}

const name = 'marked'
/** More of them are too many to be remembered. */
const mostKept = 200

/** `search`: what is looked for, as text; `rows`: those of the page, whose newer versions replace what was known. */
export function useSelection(
  search: string,
  rows: readonly RecordData[] | undefined,
  names: { all: string; labelOf: (row: RecordData) => string },
): Marked {
  const { key: view } = useViewPlace()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const [marked, setMarked] = useState<ReadonlyMap<number, RecordData>>(() =>
    keptMarks(readKept(account, view, name), search),
  )
  const clear = useCallback(() => setMarked(new Map()), [])
  const searched = useRef(search)
  useEffect(() => {
    if (searched.current !== search) clear()
    searched.current = search
  }, [search, clear])
  useEffect(
    () =>
      writeKept(
        account,
        view,
        name,
        marked.size > 0 && marked.size <= mostKept ? { search, records: [...marked.values()] } : null,
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
    (some: readonly RecordData[], on: boolean) => setMarked((now) => changed(now, some, on)),
    [],
  )
  const selection = useMemo(
    () => ({ has: (row: RecordData) => marked.has(row.id), toggle, toggleAll, labelOf, all }),
    [marked, toggle, toggleAll, labelOf, all],
  )
  return { records: useMemo(() => [...marked.values()], [marked]), selection, clear }
}

function keptMarks(kept: unknown, search: string): ReadonlyMap<number, RecordData> {
  const { search: of, records } = (kept ?? {}) as { search?: unknown; records?: unknown }
  return new Map(
    of === search && Array.isArray(records) ? (records as RecordData[]).map((record) => [record.id, record]) : [],
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

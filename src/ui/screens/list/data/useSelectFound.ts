// Selects all found records of a list, page by page, once the whole visible page is selected.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRuntime } from '../../../../client/context/clientContext'
import { CallError } from '../../../../client/feedback/callError'
import { maxPageRows, type ListAnswer, type ListRequest, type RecordData } from '../../../../protocol/calls'
import type { ListColumns } from './useListColumns'
import type { ListData } from './useListData'
import type { SelectedRecord } from './useSelection'

/** Maximum records of a selection, which are held with their values. */
const maxSelected = 2_000

export interface SelectFound {
  /** How many would be selected. */
  readonly count: number
  /** Whether there are more than these. */
  readonly isCut: boolean
  readonly loading: boolean
  readonly start: () => void
}

/** undefined: a row of the page is not selected, or nothing else was found. */
export function useSelectFound(
  { rows, total, request, busy, countExactly, counting }: ListData,
  { fields }: Pick<ListColumns, 'fields'>,
  { records, selection }: SelectedRecord,
): SelectFound | undefined {
  const { client } = useRuntime()
  const [loading, setLoading] = useState(false)
  const control = useRef<AbortController>(undefined)
  const search = JSON.stringify(request)
  // Do not add results of another search to this selection.
  useEffect(() => () => control.current?.abort(), [search])
  const isEmpty = records.length === 0
  useEffect(() => {
    if (isEmpty) control.current?.abort()
  }, [isEmpty])
  const start = async (): Promise<void> => {
    control.current?.abort()
    const { signal } = (control.current = new AbortController())
    setLoading(true)
    try {
      const pages = foundPages((page) =>
        client.post<ListAnswer>('/api/list', { ...request, columns: [...fields].sort(), ...page }, { signal }),
      )
      for await (const page of pages) if (!signal.aborted) selection.toggleAll(page, { on: true })
    } catch (error) {
      // The client has reported the reason; records read so far stay selected.
      if (!(error instanceof CallError) && !signal.aborted) throw error
    } finally {
      if (control.current?.signal === signal) setLoading(false)
    }
  }
  const isPageSelected = !busy && rows !== undefined && rows.length > 0 && rows.every((row) => selection.has(row))
  const isUncounted = isPageSelected && total?.more === true
  // Before the browser paints, so that the offer never shows a number that is about to change.
  useLayoutEffect(() => {
    if (isUncounted) countExactly()
    // `countExactly` is another function with every render.
  }, [isUncounted, search])
  if (!isPageSelected || !total || (isUncounted && counting)) return undefined
  // Still uncounted: counting them took too long.
  const isCut = isUncounted || total.count > maxSelected
  const count = isCut ? maxSelected : total.count
  return records.length < count ? { count, isCut, loading, start: () => void start() } : undefined
}

/** The pages of a search in its order, until `maxSelected` records. */
async function* foundPages(
  read: (request: Pick<ListRequest, 'page' | 'size' | 'after' | 'want'>) => Promise<ListAnswer>,
): AsyncGenerator<readonly RecordData[]> {
  let after: string | undefined
  for (let page = 1; page <= maxSelected / maxPageRows; page++) {
    const answer = await read({ page, size: maxPageRows, ...(after && { after }), want: { rows: true } })
    yield answer.rows ?? []
    after = answer.next
    if (after === undefined) return
  }
}

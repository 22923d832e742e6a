// The widest text of each column since the list was opened.
// Turning a page therefore never narrows a column.
import { useMemo, useRef } from 'react'
import type { RecordData } from '../../../../protocol/calls'
import type { RenderContext } from '../../../values/renderContext'
import { textOfValue } from '../../../values/renderValue'
import { cellValue, valueAt, widestTexts, type OwnColumn } from '../../../table/columnSettings'
import type { ListData } from './useListData'

type Shown = Pick<RecordData, 'values' | 'state'>

export function useWidestTexts(
  columns: readonly OwnColumn[],
  { rows, sums }: Pick<ListData, 'rows' | 'sums'>,
  context: RenderContext,
  entity: string,
): ReadonlyMap<string, number> {
  const latestWidths = useRef<{
    readonly context: RenderContext
    readonly columns: readonly OwnColumn[]
    readonly widths: ReadonlyMap<string, number>
  }>(undefined)
  return useMemo(() => {
    const before =
      latestWidths.current?.context === context && latestWidths.current.columns === columns
        ? latestWidths.current.widths
        : new Map<string, number>()
    if (!rows) return before
    const total: Shown = { values: sums ?? {} }
    const records: readonly Shown[] = [...rows, total]
    const widths = widestTexts(
      columns,
      records.length,
      (column, row) => textOfValue(column, cellValue(column, valueAt(records[row]!, column.field)), context, entity),
      before,
    )
    const same = widths.size === before.size && [...widths].every(([field, width]) => before.get(field) === width)
    latestWidths.current = { context, columns, widths: same ? before : widths }
    return latestWidths.current.widths
  }, [columns, rows, sums, context, entity])
}

// How wide are the texts of a list's columns? As wide as the widest that was on the screen since it was opened: a page that is turned moves no column
// closer together.
import { useMemo, useRef } from 'react'
import type { RecordData } from '../../../protocol/calls'
import type { Scene } from '../../values/scene'
import { textOfValue } from '../../values/value'
import { cellValue, valueAt, widestTexts, type OwnColumn } from './listColumns'
import type { ListData } from './useListData'

type Shown = Pick<RecordData, 'values' | 'state'>

export function useWidestTexts(
  columns: readonly OwnColumn[],
  { rows, sums }: Pick<ListData, 'rows' | 'sums'>,
  scene: Scene,
  entity: string,
): ReadonlyMap<string, number> {
  const kept = useRef<{
    readonly scene: Scene
    readonly columns: readonly OwnColumn[]
    readonly widths: ReadonlyMap<string, number>
  }>(undefined)
  return useMemo(() => {
    const before =
      kept.current?.scene === scene && kept.current.columns === columns
        ? kept.current.widths
        : new Map<string, number>()
    if (!rows) return before
    const total: Shown = { values: sums ?? {} }
    const shown: readonly Shown[] = [...rows, total]
    const widths = widestTexts(
      columns,
      shown.length,
      (column, row) => textOfValue(column, cellValue(column, valueAt(shown[row]!, column.field)), scene, entity),
      before,
    )
    const same = widths.size === before.size && [...widths].every(([field, width]) => before.get(field) === width)
    kept.current = { scene, columns, widths: same ? before : widths }
    return kept.current.widths
  }, [columns, rows, sums, scene, entity])
}

// Columns, widths, pinning, page size and density of a list.
// They are the screen's, unless the user has preferences.
import { useCallback, useMemo } from 'react'
import { freeColumns } from '../../../../manifest/access/freeColumns'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import {
  choicesOf,
  inDisplayOrder,
  ownColumns,
  withPinnedName,
  type ListChoice,
  type OwnColumn,
} from '../../../table/columnSettings'
import { openingColumn } from '../../../table/tableColumns'

export interface ListColumns {
  /** All columns, including hidden ones. */
  readonly all: readonly OwnColumn[]
  readonly shown: readonly OwnColumn[]
  /** The fields of the visible columns. */
  readonly fields: readonly string[]
  /** The column whose value opens the record. */
  readonly opens: string | undefined
  /** Rows per page. */
  readonly size: number
  readonly density: ListChoice['density']
  readonly keep: (columns: readonly OwnColumn[]) => void
  readonly keepSize: (size: number) => void
  readonly keepDensity: (density: ListChoice['density']) => void
  readonly resize: (field: string, width: number | undefined) => void
  readonly reset: () => void
}

/** Columns and page size: those of the active view until changed, else the account's. */
export interface ViewChoice {
  readonly choice: ListChoice | undefined
  readonly keep: (choice: ListChoice | null) => void
}

const defaultSize = 20

function withoutColumns({ columns: _columns, ...others }: ListChoice = {}): ListChoice | null {
  return Object.keys(others).length > 0 ? others : null
}

/** `canAdd`: whether the user may open the records, and so add columns. */
export function useListColumns(
  { screen, entities }: ScreenAnswer,
  { choice, keep: keepChoice }: ViewChoice,
  canAdd: boolean,
): ListColumns {
  const entity = entities[screen.entity ?? '']
  const all = useMemo(() => {
    const added = canAdd && entity ? freeColumns(entity, screen) : []
    const offered = [...screen.columns, ...added.map((column) => ({ ...column, isAdded: true }))]
    const mine = ownColumns(offered, choice?.columns)
    return choice?.columns ? mine : withPinnedName(mine, openingColumn(mine, entity))
  }, [screen, choice?.columns, entity, canAdd])
  const visible = useMemo(() => inDisplayOrder(all), [all])
  const fields = useMemo(() => visible.map((column) => column.field), [visible])
  const keep = useCallback(
    (next: readonly OwnColumn[]) => keepChoice({ ...choice, columns: choicesOf(next) }),
    [choice, keepChoice],
  )
  const resize = useCallback(
    (field: string, width: number | undefined) =>
      keep(all.map((column) => (column.field === field ? { ...column, width, resized: width !== undefined } : column))),
    [all, keep],
  )
  const { density: _density, ...rows } = choice ?? {}
  return {
    all,
    shown: visible,
    fields,
    opens: openingColumn(visible, entity),
    size: choice?.size ?? defaultSize,
    keep,
    density: choice?.density,
    keepSize: (size) => keepChoice({ ...choice, size }),
    keepDensity: (density) => keepChoice({ ...rows, ...(density && { density }) }),
    resize,
    reset: () => keepChoice(withoutColumns(choice)),
  }
}

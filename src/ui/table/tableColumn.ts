// Columns, sort order and selection of a table.
import type { ReactNode } from 'react'

export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  /** What the values are, as a hint of the title. */
  readonly help?: string
  /** Pixels; the minimum of a growing column. */
  readonly width: number
  /** Minimum width if all columns together are wider than the table; absent: it does not shrink. */
  readonly least?: number
  /** Takes a share of the remaining room. */
  readonly grows?: boolean
  readonly align?: 'left' | 'right'
  readonly pin?: 'left' | 'right'
  readonly sortable?: boolean
  readonly resizable?: boolean
  readonly render: (row: Row) => ReactNode
  /** Replaces width and cells where the columns do not fit. */
  readonly tight?: { readonly width: number; readonly render: (row: Row) => ReactNode }
  /** The full text of a cell that may be cut off. */
  readonly hint?: (row: Row) => string | undefined
}

/** The key of the column of actions. */
export const actionsKey = ' actions'

export interface Sorted {
  readonly field: string
  readonly descending: boolean
}

export interface Selection<Row> {
  readonly has: (row: Row) => boolean
  readonly toggle: (row: Row, on: boolean) => void
  readonly toggleAll: (rows: readonly Row[], selected: { readonly on: boolean }) => void
  readonly labelOf: (row: Row) => string
  /** The accessible name of the checkbox in the header. */
  readonly all: string
}

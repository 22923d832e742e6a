// Applies the user's preferences of columns, order and widths to the manifest's columns.
// They survive changes of the manifest: unknown columns are dropped, new ones are placed as in the manifest.
import type { Column } from '../../manifest/model/column'
import type { FieldType } from '../../manifest/model/field'
import type { AddressValue, RecordData, Value } from '../../protocol/calls'
import { inChosenOrder } from './chosenOrder'
import { textWidth } from '../values/textWidth'
import { typeWidths, maxChoicePixels } from '../values/typeWidths'

export interface ColumnChoice {
  readonly field: string
  readonly width?: number
  readonly off?: boolean
  readonly pin?: 'left' | 'right' | 'none'
}
export interface ListChoice {
  readonly columns?: readonly ColumnChoice[]
  readonly size?: number
  /** Absent: rows as high as the account's size has them. */
  readonly density?: 'compact'
}

/**
 * The short text of a cell: an address begins with its city, which implies the province; the tooltip has the full text.
 */
export function cellValue({ type }: Pick<Column, 'type'>, value: Value | undefined): Value | undefined {
  if (type !== 'address' || !value || !(value as AddressValue).city) return value
  return { ...(value as AddressValue), province: '' }
}

/** The value of a row in a column; the state is separate from the values if it is not a requested column. */
export const valueAt = ({ values, state }: Pick<RecordData, 'values' | 'state'>, field: string): Value | undefined =>
  values[field] ?? (field === 'state' ? state : undefined)

/** A column with the user's preferences. */
export interface OwnColumn extends Column {
  /** Whether it is hidden now: the user's choice, or else what `hiddenByDefault` decides. */
  readonly isHidden: boolean
  readonly resized: boolean
  /** A field that the list does not show by default. */
  readonly isAdded?: boolean
}

/** The name of a list's preference. */
export const choiceName = (path: string) => `list:${path}`

/** All columns, also hidden ones, with the account's width, pin and order; the manifest's where nothing was chosen. */
export function ownColumns(
  columns: readonly (Column & Pick<OwnColumn, 'isAdded'>)[],
  choices: readonly ColumnChoice[] = [],
): OwnColumn[] {
  const chosen = new Map(choices.map((choice) => [choice.field, choice]))
  const chosenColumns = columns.map((column): OwnColumn => {
    const choice = chosen.get(column.field)
    const pin = choice?.pin === 'none' ? undefined : (choice?.pin ?? column.pin)
    return {
      ...column,
      isHidden: choice?.off ?? column.hiddenByDefault,
      width: choice?.width ?? column.width,
      pin,
      resized: choice?.width !== undefined,
    }
  })
  return inChosenOrder(
    chosenColumns,
    (column) => column.field,
    choices.map(({ field }) => field),
  )
}

/**
 * Unless the user pins columns, the label of a record stays visible when the table scrolls sideways: it and the columns
 * before it are pinned, if these are at most two columns.
 */
export function withPinnedName(columns: readonly OwnColumn[], name: string | undefined): readonly OwnColumn[] {
  const visible = columns.filter((column) => !column.isHidden)
  const position = visible.findIndex((column) => column.field === name)
  if (position < 0 || position > 1 || columns.some((column) => column.pin === 'left')) return columns
  const pinned = new Set(visible.slice(0, position + 1).map((column) => column.field))
  return columns.map((column) => (pinned.has(column.field) ? { ...column, pin: 'left' } : column))
}

/** Left-pinned columns first, right-pinned last, the others in their order. */
export function inPinOrder(columns: readonly OwnColumn[]): readonly OwnColumn[] {
  return [
    ...columns.filter((column) => column.pin === 'left'),
    ...columns.filter((column) => column.pin === undefined),
    ...columns.filter((column) => column.pin === 'right'),
  ]
}

/** The visible columns, in pin order. */
export function inDisplayOrder(columns: readonly OwnColumn[]): readonly OwnColumn[] {
  return inPinOrder(columns.filter((column) => !column.isHidden))
}

/** Moves a column within columns in pin order; it becomes pinned among pinned ones, and unpinned among the others. */
export function moved(columns: readonly OwnColumn[], from: number, to: number): OwnColumn[] {
  const next = [...columns]
  const [column] = next.splice(from, 1)
  if (!column) return next
  const before = next[to - 1]
  const after = next[to]
  const pin =
    after?.pin === 'left'
      ? 'left'
      : before?.pin === 'right'
        ? 'right'
        : column.pin !== undefined && (before?.pin === column.pin || after?.pin === column.pin)
          ? column.pin
          : undefined
  next.splice(to, 0, { ...column, pin })
  return next
}

const minPixels = 72
const paddingPixels = 28
/** Extra pixels of a choice in a colored tag. */
const tagPixels = 42

/** The types whose column width depends on the content. */
const fitted = (type: FieldType): boolean => typeWidths[type].widest !== undefined

/**
 * The widest text of each fitted column by field, in pixels of a column; never less than `before`, so that no column
 * shrinks while the user looks at it.
 */
export function widestTexts(
  columns: readonly OwnColumn[],
  rows: number,
  textAt: (column: OwnColumn, row: number) => string,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const results = new Map(before)
  for (const column of columns) {
    // A link shows the same short text, regardless of its address.
    if (column.width !== undefined || !fitted(column.type) || column.format === 'route') continue
    for (let row = 0; row < rows; row++) {
      const width = textWidth(textAt(column, row)) + (column.type === 'choice' ? tagPixels : paddingPixels)
      if (width > (results.get(column.field) ?? 0)) results.set(column.field, width)
    }
  }
  return results
}

/**
 * Pixels of a column: the user's or the manifest's width, else enough for the title and the content: the widest visible
 * text (`widestText`, within limits), or before that a choice's longest option and the usual width of the type.
 */
export function widthOf(
  column: OwnColumn,
  title: string,
  options: readonly string[] = [],
  widestText?: number,
): number {
  const longest =
    widestText === undefined ? options.reduce((limit, option) => Math.max(limit, textWidth(option) + tagPixels), 0) : 0
  const { usual, widest } = typeWidths[column.type]
  const fitting =
    widestText === undefined || widest === undefined ? usual : Math.min(widest, Math.max(minPixels, widestText))
  return column.width ?? Math.max(fitting, titleWidth(column, title), Math.min(maxChoicePixels, longest))
}

const titleWidth = (column: OwnColumn, title: string): number =>
  textWidth(title) + (column.sortable ? 44 : paddingPixels)

/** Minimum pixels of a column of the given `width` in a narrow table. */
export function minWidthOf(column: OwnColumn, title: string, width: number): number {
  const least = !column.resized && column.pin === undefined ? typeWidths[column.type].least : undefined
  return least === undefined ? width : Math.min(width, Math.max(least, titleWidth(column, title)))
}

export function grows(column: OwnColumn): boolean {
  return column.width === undefined && column.pin === undefined && typeWidths[column.type].grows === true
}

/** Fields that were not added need no stored choice. */
export function choicesOf(columns: readonly OwnColumn[]): ColumnChoice[] {
  const chosen = columns.filter(({ isAdded, isHidden }) => !isAdded || !isHidden)
  return chosen.map(({ field, isHidden: off, pin, width, resized }) => ({
    field,
    off,
    pin: pin ?? 'none',
    ...(resized ? { width } : {}),
  }))
}

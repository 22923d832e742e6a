// Which columns does this person see, in which order and how wide? The manifest's columns under the person's own choice, which a changed manifest
// never breaks: unknown columns are forgotten, new ones stand where the manifest puts them.
import type { Column, FieldType } from '../../../manifest/app'
import type { AddressValue, RecordData, Value } from '../../../protocol/calls'
import type { Size } from '../../../runtime/session'

export interface ColumnChoice {
  readonly field: string
  readonly width?: number
  readonly off?: boolean
  readonly pin?: 'left' | 'right' | 'none'
}
export interface ListChoice {
  readonly columns?: readonly ColumnChoice[]
  readonly size?: number
}

/** What a cell has room for: an address begins with its city, which says the province; its whole is in the tooltip. */
export function cellValue({ type }: Pick<Column, 'type'>, value: Value | undefined): Value | undefined {
  if (type !== 'address' || !value || !(value as AddressValue).city) return value
  return { ...(value as AddressValue), province: '' }
}

/** The value of a row in a column; the state stands beside the values where it is no column that was asked for. */
export const valueAt = ({ values, state }: Pick<RecordData, 'values' | 'state'>, field: string): Value | undefined =>
  values[field] ?? (field === 'state' ? state : undefined)

/** A column as this person has it. */
export interface OwnColumn extends Column {
  readonly resized: boolean
}

/** The name under which a list's choice is kept. */
export const choiceName = (path: string) => `list:${path}`

const widths: Readonly<Record<FieldType, number>> = {
  string: 132,
  text: 220,
  int: 92,
  money: 124,
  decimal: 104,
  date: 106,
  datetime: 142,
  boolean: 76,
  mobile: 110,
  choice: 88,
  ref: 132,
  files: 132,
  lines: 88,
  address: 220,
}
/** Columns that take the room that is left, as long as nobody has given them a width. */
const growing = new Set<FieldType>(['string', 'ref', 'text', 'address'])

export function ownColumns(columns: readonly Column[], choices: readonly ColumnChoice[] = []): OwnColumn[] {
  const chosen = new Map(choices.map((choice, at) => [choice.field, { choice, at }]))
  const own = columns.map((column): OwnColumn => {
    const choice = chosen.get(column.field)?.choice
    const pin = choice?.pin === 'none' ? undefined : (choice?.pin ?? column.pin)
    return {
      ...column,
      off: choice?.off ?? column.off,
      width: choice?.width ?? column.width,
      pin,
      resized: choice?.width !== undefined,
    }
  })
  return ordered(own, columns, chosen)
}

/** Known ones in the person's order; each new one behind the one it follows in the manifest. */
function ordered(
  own: readonly OwnColumn[],
  columns: readonly Column[],
  chosen: ReadonlyMap<string, { at: number }>,
): OwnColumn[] {
  const result = own
    .filter((column) => chosen.has(column.field))
    .sort((a, b) => chosen.get(a.field)!.at - chosen.get(b.field)!.at)
  columns.forEach((column, at) => {
    if (chosen.has(column.field)) return
    const before = columns[at - 1]?.field
    const place = before === undefined ? 0 : result.findIndex((one) => one.field === before) + 1
    result.splice(place, 0, own[at]!)
  })
  return result
}

/**
 * As long as nobody has chosen, the name of a record stays in sight when the table is moved sideways: it and what stands before it are pinned,
 * if that is not more than two columns.
 */
export function withPinnedName(columns: readonly OwnColumn[], name: string | undefined): readonly OwnColumn[] {
  const shown = columns.filter((column) => !column.off)
  const at = shown.findIndex((column) => column.field === name)
  if (at < 0 || at > 1 || columns.some((column) => column.pin === 'left')) return columns
  const pinned = new Set(shown.slice(0, at + 1).map((column) => column.field))
  return columns.map((column) => (pinned.has(column.field) ? { ...column, pin: 'left' } : column))
}

/** Pinned to the left first, to the right last, everything else as it stands. */
export function inPinOrder(columns: readonly OwnColumn[]): readonly OwnColumn[] {
  return [
    ...columns.filter((column) => column.pin === 'left'),
    ...columns.filter((column) => column.pin === undefined),
    ...columns.filter((column) => column.pin === 'right'),
  ]
}

export function inDisplayOrder(columns: readonly OwnColumn[]): readonly OwnColumn[] {
  return inPinOrder(columns.filter((column) => !column.off))
}

/** A column at another place of columns in pin order; among pinned ones it is pinned, among the others it is not. */
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

const widestChoice = 200
const narrowest = 72
/** Types whose columns are as wide as what stands in them, and how wide they become at most. */
const widest: Readonly<Partial<Record<FieldType, number>>> = {
  string: 260,
  text: 280,
  ref: 240,
  lines: 260,
  address: 280,
  money: 160,
  int: 120,
  decimal: 130,
  choice: widestChoice,
}
const padding = 28
/** A choice may stand in a coloured frame. */
const framed = 42

/** The types for which what stands in the cells matters. */
export const fitted = (type: FieldType): boolean => Object.hasOwn(widest, type)

/** The widest text of each fitted column by field, in pixels of a column; never less than `before`, so that no column shrinks under somebody's eyes. */
export function widestTexts(
  columns: readonly OwnColumn[],
  rows: number,
  textAt: (column: OwnColumn, row: number) => string,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const found = new Map(before)
  for (const column of columns) {
    // A way is shown as the same few words, however long its address is.
    if (column.width !== undefined || !fitted(column.type) || column.format === 'route') continue
    for (let row = 0; row < rows; row++) {
      const width = textWidth(textAt(column, row)) + (column.type === 'choice' ? framed : padding)
      if (width > (found.get(column.field) ?? 0)) found.set(column.field, width)
    }
  }
  return found
}

/**
 * Pixels: what was chosen or said, else enough for the title and for what stands below it: the widest text that was seen (`seen`, within reason), or as long
 * as nothing was seen a choice's longest option and what the type usually takes.
 */
export function widthOf(column: OwnColumn, title: string, options: readonly string[] = [], seen?: number): number {
  const longest =
    seen === undefined ? options.reduce((most, option) => Math.max(most, textWidth(option) + framed), 0) : 0
  const usual =
    seen === undefined || !Object.hasOwn(widest, column.type)
      ? widths[column.type]
      : Math.min(widest[column.type]!, Math.max(narrowest, seen))
  return column.width ?? Math.max(usual, titleWidth(column, title), Math.min(widestChoice, longest))
}

const titleWidth = (column: OwnColumn, title: string): number => textWidth(title) + (column.sortable ? 44 : padding)

/** To what a column whose text may end in three dots gives way where the table is wider than its room. */
const givesWay: Readonly<Partial<Record<FieldType, number>>> = {
  text: 150,
  address: 160,
  string: 170,
  ref: 140,
  lines: 110,
  files: 96,
}

/** Pixels that a column keeps in a narrow room, of those that it takes (`width`). */
export function leastOf(column: OwnColumn, title: string, width: number): number {
  const least = !column.resized && column.pin === undefined ? givesWay[column.type] : undefined
  return least === undefined ? width : Math.min(width, Math.max(least, titleWidth(column, title)))
}

export function grows(column: OwnColumn): boolean {
  return column.width === undefined && column.pin === undefined && growing.has(column.type)
}

/** How much more than at 13 px the texts of a table take, by the size that a person has chosen. */
export const textScale: Readonly<Record<Size, number>> = { default: 15 / 13, medium: 14 / 13, small: 1, mini: 1 }

/** About how many pixels a text takes at 13 px: a Chinese character is a square, a Latin one a little over half, a point or blank a quarter. */
export function textWidth(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[ .,:;'|!ijl-]/.test(character)
        ? 4.2
        : /[A-Z%@]/.test(character)
          ? 8.4
          : /[\u0000-\u02ff]/.test(character)
            ? 7.4
            : 13.2),
    0,
  )
}

export function choicesOf(columns: readonly OwnColumn[]): ColumnChoice[] {
  return columns.map(({ field, off, pin, width, resized }) => ({
    field,
    off,
    pin: pin ?? 'none',
    ...(resized ? { width } : {}),
  }))
}

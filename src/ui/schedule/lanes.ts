// Arranges the entries of a week in lanes, so that an entry of several days is one bar. Pure.
import { compareTexts, isOnDay, type Entry } from './entries'

export interface PlacedEntry {
  readonly entry: Entry
  readonly lane: number
  /** 0 for the first day of the week. */
  readonly column: number
  /** The number of days in the week. */
  readonly days: number
  /** false: it began before the week, or continues after it. */
  readonly begins: boolean
  readonly ends: boolean
}

/** Whether the entry covers a day of the week; 0 for the first. */
export const coversColumn = ({ column, days }: Pick<PlacedEntry, 'column' | 'days'>, ofWeek: number): boolean =>
  column <= ofWeek && ofWeek < column + days

/** The entries of each lane, the empty lanes between them included. */
export const byLane = (placed: readonly PlacedEntry[]): PlacedEntry[][] =>
  Array.from({ length: Math.max(0, ...placed.map(({ lane }) => lane + 1)) }, (_, lane) =>
    placed.filter((item) => item.lane === lane),
  )

/** Whether the entry covers more than one day, and so is drawn as a bar. */
export const isSpan = ({ day, lastDay }: Entry): boolean => lastDay > day

/** Spans take the first lanes, longer ones first if they begin together; single days fill the gaps. */
export function placeEntries(week: readonly string[], entries: readonly Entry[]): PlacedEntry[] {
  const inWeek = entries.flatMap((entry): Omit<PlacedEntry, 'lane'>[] => {
    const columns = week.flatMap((date, column) => (isOnDay(entry, date) ? [column] : []))
    if (columns.length === 0) return []
    const [begins, ends] = [entry.day >= week[0]!, entry.lastDay <= week.at(-1)!]
    return [{ entry, column: columns[0]!, days: columns.length, begins, ends }]
  })
  const spans = inWeek
    .filter(({ entry }) => isSpan(entry))
    .sort((a, b) => a.column - b.column || b.days - a.days || compareTexts(a.entry.day, b.entry.day))
  const lanes: boolean[][] = []
  return [...spans, ...inWeek.filter(({ entry }) => !isSpan(entry))].map((item) => {
    const columns = Array.from({ length: item.days }, (_, index) => item.column + index)
    const free = lanes.findIndex((taken) => columns.every((column) => !taken[column]))
    const lane = free < 0 ? lanes.length : free
    lanes[lane] ??= []
    for (const column of columns) lanes[lane][column] = true
    return { ...item, lane }
  })
}

/**
 * The entries to draw if a day has room for `laneLimit` lanes; the last lane is for the number of the rest. A span is
 * drawn on all of its days or none.
 */
export function visibleEntries(placed: readonly PlacedEntry[], laneLimit: number): PlacedEntry[] {
  const isFull = (column: number): boolean =>
    placed.some((item) => item.lane >= laneLimit && coversColumn(item, column))
  return placed.filter(({ lane, column, days }) => {
    if (lane < laneLimit - 1) return true
    return lane === laneLimit - 1 && !Array.from({ length: days }, (_, index) => column + index).some(isFull)
  })
}

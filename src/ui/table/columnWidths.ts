// Fits columns that are wider than their room.
// The columns before the edge fill the room exactly, so that none is cut off; the others are reached by
// scrolling.
import { useLayoutEffect, useState, type RefObject } from 'react'
import type { TableColumn } from './tableColumn'

type Wide = Pick<TableColumn<never>, 'width' | 'least' | 'pin'>

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Pixels of each column if the room is too small for all minimum widths; undefined if it is large enough. `offset`:
 * pixels before the first column.
 */
export function fittedWidths(columns: readonly Wide[], room: number, offset: number): readonly number[] | undefined {
  const least = columns.map((column) => column.least ?? column.width)
  if (room === 0 || leastOf(columns) + offset <= room) return undefined
  let left = room - offset - total(columns.map((column) => (column.pin ? column.width : 0)))
  const fitting = new Set<number>()
  for (const [index, column] of columns.entries()) {
    if (column.pin) continue
    if (least[index]! > left) break
    fitting.add(index)
    left -= least[index]!
  }
  if (fitting.size === 0) return undefined
  // What is left goes first to the usual widths, then to all in proportion to them.
  const lacking = columns.map((column, index) => (fitting.has(index) ? column.width - least[index]! : 0))
  const restored = Math.min(left, total(lacking))
  const fittingWidth = total(columns.map((column, index) => (fitting.has(index) ? column.width : 0)))
  return columns.map((column, index) => {
    if (!fitting.has(index)) return least[index]!
    return (
      least[index]! +
      (restored > 0 ? (restored * lacking[index]!) / total(lacking) : 0) +
      ((left - restored) * column.width) / fittingWidth
    )
  })
}

const leastOf = (columns: readonly Wide[]): number => total(columns.map((column) => column.least ?? column.width))

/** The columns, tight ones where the room is too small for all minimum widths. */
export function fittingColumns<Row>(
  columns: readonly TableColumn<Row>[],
  room: number,
  offset: number,
): readonly TableColumn<Row>[] {
  if (room === 0 || leastOf(columns) + offset <= room) return columns
  return columns.map((column) => (column.tight ? { ...column, ...column.tight } : column))
}

/** Whether one of the columns is out of view, or behind a pinned one, before anybody scrolls. */
export function isOutOfView(
  columns: readonly Wide[],
  isMeant: (index: number) => boolean,
  room: number,
  offset: number,
): boolean {
  const pinned = total(columns.map((column) => (column.pin === 'right' ? column.width : 0)))
  let end = offset
  return columns.some((column, index) => {
    end += column.width
    return isMeant(index) && column.pin === undefined && end > room - pinned + 1
  })
}

/** The inner width of a box in pixels; 0 before it is mounted. */
export function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const measure = () => setRoom(current.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [box])
  return room
}

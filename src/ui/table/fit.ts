// How wide are columns that do not all fit? Those that come before the edge are as wide as the room together, so that none is cut in its middle; the
// others are reached by moving the table sideways.
import { useLayoutEffect, useState, type RefObject } from 'react'
import type { TableColumn } from './DataTable'

type Wide = Pick<TableColumn<never>, 'width' | 'least' | 'pin'>

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Pixels of each column in a room that is too small for the least of all; absent: it is not. `offset`: pixels of what stands before the first. */
export function fittedWidths(columns: readonly Wide[], room: number, offset: number): readonly number[] | undefined {
  const least = columns.map((column) => column.least ?? column.width)
  if (room === 0 || total(least) + offset <= room) return undefined
  let left = room - offset - total(columns.map((column) => (column.pin ? column.width : 0)))
  const whole = new Set<number>()
  for (const [at, column] of columns.entries()) {
    if (column.pin) continue
    if (least[at]! > left) break
    whole.add(at)
    left -= least[at]!
  }
  if (whole.size === 0) return undefined
  const given = columns.map((column, at) => (whole.has(at) ? column.width - least[at]! : 0))
  const back = Math.min(left, total(given))
  const taken = total(columns.map((column, at) => (whole.has(at) ? column.width : 0)))
  return columns.map((column, at) => {
    if (!whole.has(at)) return least[at]!
    return least[at]! + (back > 0 ? (back * given[at]!) / total(given) : 0) + ((left - back) * column.width) / taken
  })
}

/** The pixels that a box has for what it shows; 0 before it is there. */
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

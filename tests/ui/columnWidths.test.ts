// Proves the widths of columns that do not all fit.
import { describe, expect, it } from 'vitest'
import { fittedWidths, fittingColumns, isOutOfView } from '../../src/ui/table/columnWidths'

const columns = [
  { width: 100, pin: 'left' as const },
  { width: 200, least: 150 },
  { width: 100 },
  { width: 120 },
  { width: 80, pin: 'right' as const },
]
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('columns in a room', () => {
  it('are left to the table where the least of all fits, or nothing is known yet', () => {
    expect(fittedWidths(columns, 600, 0)).toBeUndefined()
    expect(fittedWidths(columns, 550, 0)).toBeUndefined()
    expect(fittedWidths(columns, 0, 0)).toBeUndefined()
  })

  it('end at the edge where they do not, and what comes later keeps its least', () => {
    const widths = fittedWidths(columns, 500, 0)!
    expect(sum([0, 1, 2, 4].map((at) => widths[at]!))).toBeCloseTo(500)
    expect(widths[3]).toBe(120)
    expect(widths[1]).toBeGreaterThan(200)
  })

  it('give back first to whom least was left', () => {
    expect(fittedWidths(columns, 470, 0)).toEqual([100, 190, 100, 120, 80])
    expect(fittedWidths(columns, 510, 40)).toEqual([100, 190, 100, 120, 80])
  })

  it('stay as they are where not even one has room', () => {
    expect(fittedWidths(columns, 240, 0)).toBeUndefined()
  })
})

describe('columns that do not fit', () => {
  const render = () => null
  const plain = columns.map((column, index) => ({ ...column, key: String(index), title: '', render }))
  const tight = plain.map((column) => (column.pin === 'right' ? { ...column, tight: { width: 40, render } } : column))

  it('are tight only where the least of all is too much', () => {
    expect(fittingColumns(tight, 550, 0).map(({ width }) => width)).toEqual([100, 200, 100, 120, 80])
    expect(fittingColumns(tight, 549, 0).map(({ width }) => width)).toEqual([100, 200, 100, 120, 40])
  })

  it('are out of view behind the edge or a pinned one', () => {
    const isSeen = (meant: number, room: number) => !isOutOfView(columns, (index) => index === meant, room, 0)
    expect([isSeen(3, 600), isSeen(3, 590), isSeen(2, 590), isSeen(4, 100)]).toEqual([true, false, true, true])
  })
})

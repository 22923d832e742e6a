// Proves the widths of columns that do not all fit.
import { describe, expect, it } from 'vitest'
import { fittedWidths } from '../../src/ui/table/columnWidths'

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

// Tests that a line of a report ends at the present: months and days ahead are no fall to zero.
import { expect, it } from 'vitest'
import { isAhead, lacks } from '../../src/ui/screens/report/ReportCharts'

it('counts as ahead what has not begun, and nothing but times', () => {
  const labels = ['2026-10', '2026-11', '2026-12', '2026-11-30', '2026-12-01', 'West']
  expect(labels.filter((label) => isAhead(label, '2026-11-30'))).toEqual(['2026-12', '2026-12-01'])
})

it('has nothing to draw ahead while a measure has no amount, as the fees of a visit before any contract', () => {
  const names = ['contracts', 'profit']
  expect(lacks({ measures: { contracts: '0.00', profit: '-600.00' } }, names)).toBe(true)
  expect(lacks({ measures: { contracts: null, profit: '-600.00' } }, names)).toBe(true)
  expect(lacks({ measures: { contracts: '1.00', profit: '-600.00' } }, names)).toBe(false)
})

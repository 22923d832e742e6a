// Tests that a line of a report ends at the present: months and days ahead are no fall to zero.
import { expect, it } from 'vitest'
import { isAhead } from '../../src/ui/screens/report/ReportCharts'

it('counts as ahead what has not begun, and nothing but times', () => {
  const labels = ['2026-10', '2026-11', '2026-12', '2026-11-30', '2026-12-01', 'West']
  expect(labels.filter((label) => isAhead(label, '2026-11-30'))).toEqual(['2026-12', '2026-12-01'])
})

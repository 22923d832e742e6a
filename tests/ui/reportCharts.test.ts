// Tests that a line of a report ends at the present: months and days ahead are no fall to zero.
import { describe, expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { chartLabels } from '../../src/ui/screens/report/charted'
import type { ReportRow } from '../../src/ui/screens/report/useReportColumns'
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

describe('the labels of the bars of two dimensions', () => {
  const groups = ['store', 'course'].map((name) => ({ name, title: { zh: name, en: name } }) as unknown as Field)
  const rowsOf = (...values: readonly (readonly [store: string, course: string])[]) =>
    values.map(([store, course], id) => ({ id, groups: { store, course }, measures: {} }) as ReportRow)
  const labelsOf = (rows: readonly ReportRow[]) => {
    const { by, shared } = chartLabels(rows, groups, (_field, value) => String(value ?? ''))
    return [by(), by('store'), shared.map(({ title, text }) => `${title.en} ${text}`)]
  }

  it('have both where both differ', () =>
    expect(labelsOf(rowsOf(['West', 'Oak'], ['East', 'Oak'], ['East', 'Elm']))).toEqual([
      ['West · Oak', 'East · Oak', 'East · Elm'],
      ['West', 'East', 'East'],
      [],
    ]))

  it('have one where the other is the same in every row, which is named once', () =>
    expect(labelsOf(rowsOf(['West', 'Oak'], ['West', 'Elm']))).toEqual([
      ['Oak', 'Elm'],
      ['West', 'West'],
      ['store West'],
    ]))

  it('have the last of them where there is one row, and none without rows', () => {
    expect(labelsOf(rowsOf(['West', 'Oak']))).toEqual([['Oak'], ['West'], ['store West']])
    expect(labelsOf([])).toEqual([[], [], []])
  })
})

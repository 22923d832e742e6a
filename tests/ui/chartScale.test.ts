// Ticks and labels of a chart.
import { describe, expect, it } from 'vitest'
import { fittedLabel, groupLines, monthLines, shortNumber, ticks } from '../../src/ui/screens/report/chartScale'

describe('the scale of a chart', () => {
  it('is round and holds zero', () => {
    expect(ticks(0, 9)).toEqual([0, 2, 4, 6, 8, 10])
    expect(ticks(-3, 7)).toEqual([-4, -2, 0, 2, 4, 6, 8])
    expect(ticks(0, 0)).toEqual([0, 1])
    expect(ticks(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3])
  })
  it('names months shortly, with the year below the first and each January', () =>
    expect(monthLines(['2025-12', '2026-01', '2026-02'], 'en')).toEqual([['Dec', '2025'], ['Jan', '2026'], ['Feb']]))
  it('gives each of two groups a line, where it fits', () => {
    const labels = ['西溪旗舰店 · 林小雨', '淳安店 · 方国强']
    expect(groupLines(labels, 60)).toEqual([
      ['西溪旗舰店', '林小雨'],
      ['淳安店', '方国强'],
    ])
    expect(groupLines(labels, 59)).toBeUndefined()
  })
  it('cuts long labels in the middle, so that their ends still tell them apart', () => {
    const stores = ['滨江', '城东'].map((part) => fittedLabel(`杭州西溪旗舰店 · ${part}展厅`, 96))
    expect(stores).toEqual(['杭州西…滨江展厅', '杭州西…城东展厅'])
    expect(fittedLabel('2026-09', 96)).toBe('2026-09')
  })
  it('speaks shortly', () =>
    expect([shortNumber(120000, 'zh'), shortNumber(1500, 'en'), shortNumber(0, 'zh')]).toEqual(['12万', '1.5k', '0']))
})

// Proves how values are written, in each language and in the time zone of the product.
import { describe, expect, it } from 'vitest'
import { createFormat } from '../../src/client/text/format'

const product = { timezone: 'Asia/Shanghai', currency: 'CNY' }
const zh = createFormat(product, 'zh')
const en = createFormat(product, 'en')

describe('values as text', () => {
  it('group numbers and never make a float of them', () => {
    expect(zh.number('12345678901234567890.123')).toBe('12,345,678,901,234,567,890.123')
    expect([zh.money('23480'), zh.money('-0.5'), zh.amount('99999999999999.99')]).toEqual([
      '¥23,480.00',
      '-¥0.50',
      '99,999,999,999,999.99',
    ])
    expect(zh.number('138****1234')).toBe('138****1234')
  })

  it('say moments by the clock of the product, days as days, each in the language', () => {
    expect([zh.datetime('2024-11-20T16:30:00Z'), en.datetime('2024-11-20T16:30:00Z')]).toEqual([
      '2024-11-21 00:30',
      '21 Nov 2024, 00:30',
    ])
    expect([zh.date('2024-03-05'), en.date('2024-03-05')]).toEqual(['2024-03-05', '5 Mar 2024'])
    expect(zh.day(new Date('2024-11-20T16:30:00Z'))).toBe('2024-11-21')
  })

  it('leave a text that names no day as it was typed', () => {
    for (const typed of ['1-2-2', '31-12-2027', '2027-02-30', '1 February 2027'])
      expect([zh.date(typed), en.date(typed)]).toEqual([typed, typed])
  })

  it('say how long ago, and the moment itself when that is long', () => {
    const now = new Date('2024-11-20T16:30:00Z')
    expect([zh.relative('2024-11-20T16:27:00Z', now), en.relative('2024-11-20T14:30:00Z', now)]).toEqual([
      '3分钟前',
      '2 hours ago',
    ])
    expect([zh.relative('2024-11-20T16:29:40Z', now), en.relative('2024-11-20T16:29:40Z', now)]).toEqual([
      '刚刚',
      'just now',
    ])
    expect(zh.relative('2024-10-01T00:00:00Z', now)).toBe('2024-10-01 08:00')
  })

  it('count days as the calendar of the product does', () => {
    // 06:35 on the 28th in the product's zone.
    const now = new Date('2026-11-27T22:35:00Z')
    expect(
      ['2026-11-26T20:00:00Z', '2026-11-26T02:00:00Z', '2026-11-25T02:00:00Z', '2026-11-29T20:00:00Z'].map((moment) =>
        zh.relative(moment, now),
      ),
    ).toEqual(['昨天', '前天', '3天前', '后天'])
    expect(en.relative('2026-11-26T02:00:00Z', now)).toBe('2 days ago')
  })

  it('say shares in per cent, exactly', () => {
    expect(['0.25', '1', '0', '0.3333', '-0.005', '12.5'].map((part) => zh.percent(part, true))).toEqual([
      '25%',
      '100%',
      '0%',
      '33.33%',
      '-0.5%',
      '1,250%',
    ])
    expect(zh.percent(80, false)).toBe('80%')
  })

  it('say sizes', () => {
    expect([0, 900, 1_258_291, 6 * 1024 * 1024, 20.4 * 1024, 1024 * 1024 - 1].map(zh.size)).toEqual([
      '0 B',
      '900 B',
      '1.2 MB',
      '6 MB',
      '20 kB',
      '1 MB',
    ])
  })
})

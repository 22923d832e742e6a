// Proves when a scheduled report is due next, and which period has passed.
import { describe, expect, it } from 'vitest'
import { nextDue, passedPeriod } from '../../../src/server/endpoints/lists/scheduledTimes'

const zone = 'Asia/Shanghai'
const rhythm = { every: 'day', weekday: 1, dayOfMonth: 1, hour: 8 }
/** 2026-11-25 is a Wednesday; 00:00Z is 08:00 there. */
const at = (text: string) => new Date(text)
const due = (more: Partial<typeof rhythm>, after: string) =>
  nextDue({ ...rhythm, ...more }, at(after), zone).replace('.000Z', 'Z')

describe('a scheduled report is due', () => {
  it('every day at its hour of the product, never twice for one', () => {
    expect(due({}, '2026-11-24T23:59:59Z')).toBe('2026-11-25T00:00:00Z')
    expect(due({}, '2026-11-25T00:00:00Z')).toBe('2026-11-26T00:00:00Z')
    expect(due({ hour: 23 }, '2026-11-25T00:00:00Z')).toBe('2026-11-25T15:00:00Z')
  })

  it('on working days, past a weekend', () =>
    expect(due({ every: 'workday' }, '2026-11-27T00:00:00Z')).toBe('2026-11-30T00:00:00Z'))

  it('on its day of the week', () => {
    expect(due({ every: 'week', weekday: 3 }, '2026-11-24T20:00:00Z')).toBe('2026-11-25T00:00:00Z')
    expect(due({ every: 'week', weekday: 3 }, '2026-11-25T00:00:01Z')).toBe('2026-12-02T00:00:00Z')
    expect(due({ every: 'week', weekday: 7 }, '2026-11-25T00:00:00Z')).toBe('2026-11-29T00:00:00Z')
  })

  it('on its day of the month, on the last one of a shorter month', () => {
    expect(due({ every: 'month', dayOfMonth: 31 }, '2026-11-25T00:00:00Z')).toBe('2026-11-30T00:00:00Z')
    expect(due({ every: 'month', dayOfMonth: 31 }, '2026-11-30T00:00:00Z')).toBe('2026-12-31T00:00:00Z')
    expect(due({ every: 'month', dayOfMonth: 30 }, '2027-01-30T00:00:00Z')).toBe('2027-02-28T00:00:00Z')
  })

  it('once in a night whose clock goes back, and at the hour after one that is left out', () => {
    const berlin = 'Europe/Berlin'
    const first = nextDue({ ...rhythm, hour: 2 }, at('2026-10-24T12:00:00Z'), berlin)
    expect(nextDue({ ...rhythm, hour: 2 }, at(first), berlin)).toBe('2026-10-26T01:00:00.000Z')
    expect(nextDue({ ...rhythm, hour: 2 }, at('2026-03-28T12:00:00Z'), berlin)).toMatch(/^2026-03-29T0[01]:00:00.000Z$/)
  })
})

describe('a report that has a period covers what has passed', () => {
  const now = at('2026-12-31T16:30:00Z')
  it('yesterday, the last seven days, the month before', () => {
    expect(passedPeriod('day', now, zone)).toEqual({ from: '2026-12-31', to: '2027-01-01' })
    expect(passedPeriod('workday', now, zone)).toEqual({ from: '2026-12-31', to: '2027-01-01' })
    // A Monday: the weekend is in no other report.
    expect(passedPeriod('workday', at('2026-11-30T00:00:00Z'), zone)).toEqual({ from: '2026-11-27', to: '2026-11-30' })
    expect(passedPeriod('workday', at('2026-12-01T00:00:00Z'), zone)).toEqual({ from: '2026-11-30', to: '2026-12-01' })
    expect(passedPeriod('week', now, zone)).toEqual({ from: '2026-12-25', to: '2027-01-01' })
    expect(passedPeriod('month', now, zone)).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  })
})

// Computes when a scheduled report is due next, and the period that it covers. Pure.
import { momentAtClock, dayAt } from '../../../manifest/expression/values/calendar'
import { addDays, addMonths, monthStart, weekdayOf, monthEnd } from '../../../manifest/expression/values/days'

/** How often a report is sent; the numbers count as people do. */
export interface Rhythm {
  readonly every: string
  readonly weekday: number
  readonly dayOfMonth: number
  readonly hour: number
}

/** Days within which every rhythm is due at least once. */
const maxDays = 62

/** The first moment after `after` (ISO 8601 with Z) at which the report is due. */
export function nextDue(rhythm: Rhythm, after: Date, zone: string): string {
  const today = dayAt(after, zone)
  for (let daysAhead = 0; daysAhead <= maxDays; daysAhead += 1) {
    const day = addDays(today, daysAhead)
    if (!isDueOn(rhythm, day)) continue
    const moment = momentAtClock(`${day}T${String(rhythm.hour).padStart(2, '0')}:00`, zone)!
    if (new Date(moment).getTime() > after.getTime()) return moment
  }
  throw new Error(`No day fits the rhythm ${rhythm.every}.`)
}

function isDueOn({ every, weekday, dayOfMonth }: Rhythm, day: string): boolean {
  switch (every) {
    case 'workday':
      return weekdayOf(day) <= 5
    case 'week':
      return weekdayOf(day) === weekday
    case 'month':
      return Number(day.slice(8)) === Math.min(dayOfMonth, lastDay(day))
    default:
      return true
  }
}

const lastDay = (day: string): number => Number(monthEnd(day).slice(8))

/**
 * The period that a report due at a moment covers: yesterday (on working days including the weekend), the last seven
 * days or the previous month; `to` is exclusive.
 */
export function passedPeriod(every: string, due: Date, zone: string): { readonly from: string; readonly to: string } {
  const today = dayAt(due, zone)
  if (every !== 'month') return { from: addDays(today, -passedDays(every, today)), to: today }
  const to = monthStart(today)
  return { from: addMonths(to, -1), to }
}

function passedDays(every: string, today: string): number {
  if (every === 'week') return 7
  const isMonday = weekdayOf(today) === 1
  return every === 'workday' && isMonday ? 3 : 1
}

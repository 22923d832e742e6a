// Calendar days: pure arithmetic on yyyy-MM-dd, which compares as text. Weeks begin on Monday.

export const msPerDay = 86_400_000
/** The years 0001 to 9999: no day lies outside, and PostgreSQL has no year 0000. */
const dayPattern = /^(?!0000)\d{4}-\d\d-\d\d$/
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The first and the last day there are. */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31']

function partsOf(day: string): readonly [year: number, month: number, date: number] {
  const [year = 1, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

/** The start of a day; months count from 1. Date.UTC would move the years below 100 to the 20th century. */
const timeOf = (year: number, month: number, date: number): number => new Date(0).setUTCFullYear(year, month - 1, date)

/** true for an existing calendar day. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !dayPattern.test(value)) return false
  const time = startOf(value)
  return !Number.isNaN(time) && dayOf(time) === value
}

/** The day if it exists in the calendar, else null. */
export const parseDay = (text: string): string | null => (isDay(text) ? text : null)

/**
 * The day `count` days later, earlier for a negative one; `count` must be whole.
 * @throws RangeError beyond the calendar of Date
 */
export const addDays = (day: string, count: number): string => dayOf(startOf(day) + count * msPerDay)

/** The same day of another month, or its last day if it is shorter; never beyond the first and last day there are. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day)
  const first = new Date(timeOf(year, month + count, 1))
  const last = new Date(timeOf(first.getUTCFullYear(), first.getUTCMonth() + 2, 0)).getUTCDate()
  const time = timeOf(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(date, last))
  return dayOf(Math.min(Math.max(time, startOf(firstDay)), startOf(lastDay)))
}

/** Days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / msPerDay)

/** 1 for a Monday to 7 for a Sunday. */
export const weekdayOf = (day: string): number => new Date(startOf(day)).getUTCDay() || 7

/** The Monday of the week that contains the day. */
export const weekStart = (day: string): string => addDays(day, 1 - weekdayOf(day))
/** The first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`
/** The first day of the calendar quarter, which begins in January, April, July or October. */
export const quarterStart = (day: string): string => addMonths(monthStart(day), -((Number(day.slice(5, 7)) - 1) % 3))
/** January 1st of the day's year. */
export const yearStart = (day: string): string => `${day.slice(0, 4)}-01-01`
/** The last day of the day's month, inclusive. */
export function monthEnd(day: string): string {
  const [year, month] = partsOf(day)
  return dayOf(timeOf(year, month + 1, 0))
}

/** The days in a row from a first one on. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index))

/** The seven days of the week that contains the day. */
export const weekDays = (day: string): string[] => daysFrom(weekStart(day), 7)

/** Whole weeks that cover the month of the day: 4 to 6 of them. */
export function monthWeeks(day: string): string[][] {
  const first = weekStart(monthStart(day))
  const count = Math.ceil((daysBetween(first, monthEnd(day)) + 1) / 7)
  return Array.from({ length: count }, (_, index) => weekDays(addDays(first, 7 * index)))
}

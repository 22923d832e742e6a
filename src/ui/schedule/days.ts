// Days of a calendar: pure arithmetic on "yyyy-MM-dd"; weeks begin on Monday.

const dayLength = 86_400_000
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const text = (position: number): string => new Date(position).toISOString().slice(0, 10)

/** true for an existing calendar day. */
export function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(stamp(value)) &&
    text(stamp(value)) === value
  )
}

export const addDays = (day: string, count: number): string => text(stamp(day) + count * dayLength)

/** The same day of another month, or its last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return text(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)))
}

/** 0 Monday … 6 Sunday. */
export const weekday = (day: string): number => (new Date(stamp(day)).getUTCDay() + 6) % 7
export const weekStart = (day: string): string => addDays(day, -weekday(day))
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** The seven days of the week that contains the day. */
export const weekDays = (day: string): string[] => daysFrom(weekStart(day), 7)

/** Whole weeks that cover the month of the day: 4 to 6 of them. */
export function monthWeeks(day: string): string[][] {
  const last = addDays(monthStart(addMonths(day, 1)), -1)
  const weeks: string[][] = []
  for (let first = weekStart(monthStart(day)); first <= last; first = addDays(first, 7)) weeks.push(weekDays(first))
  return weeks
}

// Periods relative to today, for filters and conditions on days: named, so that they move along.
import { addDays, addMonths, monthEnd, monthStart, weekStart, yearStart } from './days'
import { daysLater } from './calendar'

const periods = {
  today: (today: string) => [today, today],
  yesterday: (today: string) => [addDays(today, -1), addDays(today, -1)],
  thisWeek: (today: string) => [weekStart(today), addDays(weekStart(today), 6)],
  thisMonth: (today: string) => [monthStart(today), monthEnd(today)],
  lastMonth: (today: string) => [addMonths(monthStart(today), -1), addDays(monthStart(today), -1)],
  thisYear: (today: string) => [yearStart(today), `${today.slice(0, 4)}-12-31`],
} as const satisfies Readonly<Record<string, (today: string) => readonly [string, string]>>

const counted = ['lastDays', 'nextDays'] as const
const maxDays = 3_660

type NamedPeriod = keyof typeof periods
export type RelativePeriod = NamedPeriod | (typeof counted)[number]

export const namedPeriods = Object.keys(periods) as readonly NamedPeriod[]
export const relativePeriods: readonly RelativePeriod[] = [...namedPeriods, ...counted]

/**
 * Whether a filter's operator names such a period, whose days `daysOfPeriod` computes; the others compare with given
 * values.
 */
export const isRelativePeriod = (operator: string): operator is RelativePeriod =>
  relativePeriods.some((period) => period === operator)

/**
 * The first and the last day as seen from today; null is an open end beyond the calendar. Undefined where the value
 * does not fit: a count of days for some, none for others.
 */
export function daysOfPeriod(
  period: RelativePeriod,
  value: unknown,
  today: string,
): readonly [string | null, string | null] | undefined {
  if (period !== 'lastDays' && period !== 'nextDays')
    return value === null || value === undefined ? periods[period](today) : undefined
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > maxDays) return undefined
  const others = Number(value) - 1
  return period === 'lastDays' ? [daysLater(today, -others), today] : [today, daysLater(today, others)]
}

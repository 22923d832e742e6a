// Which span is the one before? Whole months before whole months, else as many days; of a span that is not over yet only as far as it has come,
// so that half a month is held against half a month.
import { dayInZone, dayOf, daysBetween, daysLater, momentOfDate } from '../../manifest/rule/calendar'
import type { Context } from '../context'
import type { Period } from './report'

/** The span before `period`, as seen from the day of the request; undefined where the calendar has none. */
export function periodBefore({ app, now }: Pick<Context, 'app' | 'now'>, { from, to }: Period): Period | undefined {
  const start = startBefore(from, to)
  if (start === null || dayOf(start) === null) return undefined
  const today = dayInZone(momentOfDate(now)!, app.product.timezone)
  if (today < from || today >= to) return { from: start, to: from }
  const soFar = daysLater(start, daysBetween(from, today) + 1)!
  return { from: start, to: soFar < from ? soFar : from }
}

function startBefore(from: string, to: string): string | null {
  if (!from.endsWith('-01') || !to.endsWith('-01')) return daysLater(from, -daysBetween(from, to))
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const start = months(from) - (months(to) - months(from))
  return `${String(Math.floor(start / 12)).padStart(4, '0')}-${String((start % 12) + 1).padStart(2, '0')}-01`
}

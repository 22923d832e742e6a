// Computes the previous period: whole months before whole months, else as many days.
// For a period that is not over, cut to its elapsed part, so that half a month is compared with half a month.
import { daysLater, dayAt } from '../../../manifest/expression/values/calendar'
import { addDays, daysBetween, isDay } from '../../../manifest/expression/values/days'
import type { Context } from '../../context/context'
import type { Period } from './period'

/** The period before `period`, as of the day of the request; undefined outside of the calendar. */
export function periodBefore({ app, now }: Pick<Context, 'app' | 'now'>, { from, to }: Period): Period | undefined {
  const start = startBefore(from, to)
  if (start === null || !isDay(start)) return undefined
  const today = dayAt(now, app.product.timezone)
  if (today < from || today >= to) return { from: start, to: from }
  const soFar = addDays(start, daysBetween(from, today) + 1)
  return { from: start, to: soFar < from ? soFar : from }
}

function startBefore(from: string, to: string): string | null {
  if (!from.endsWith('-01') || !to.endsWith('-01')) return daysLater(from, -daysBetween(from, to))
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const start = months(from) - (months(to) - months(from))
  return `${String(Math.floor(start / 12)).padStart(4, '0')}-${String((start % 12) + 1).padStart(2, '0')}-01`
}

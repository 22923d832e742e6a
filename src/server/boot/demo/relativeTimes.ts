// Reads the times of demo data, relative to the day of loading: the data never grow old.
// "@-12" is a day, "@-12 10:20" a moment of it; "@-1m" is the month before, in a day its first one.
import { isDayType, isTextType, valueTypes } from '../../../manifest/expression/values/valueTypes'
import { dayAt, daysLater, momentAtClock } from '../../../manifest/expression/values/calendar'
import { addMonths, monthStart } from '../../../manifest/expression/values/days'
import type { Field } from '../../../manifest/model/field'

const relativeTime = /^@([+-]?\d+)(m)?(?: (\d\d:\d\d))?$/
const relativeMonth = /^@[+-]?\d+m$/

/** The hint where a time is written otherwise. */
export const writeRelativeTime = 'Write `@-12` or `@-1m`, a day, or `@-12 10:20`, a moment of it.'

/** Whether the value of a field is relative to the day of loading, or means to be. */
export function isRelative({ type }: Field, value: unknown): value is string {
  if (typeof value !== 'string') return false
  return isDayType(type) ? value.startsWith('@') : isTextType(type) && relativeMonth.test(value)
}

/** Whether a value that `isRelative` marks is written correctly, with or without months and a time of day. */
export const isRelativeTime = (value: string): boolean => relativeTime.test(value)

/** The month yyyy-MM, day or moment of a relative value; null for what is none. */
export function timeOf({ type }: Field, value: string, now: Date, timezone: string): string | null {
  const [, count, inMonths, clock = '00:00'] = relativeTime.exec(value) ?? []
  if (count === undefined) return null
  const today = dayAt(now, timezone)
  const day = inMonths === undefined ? daysLater(today, Number(count)) : monthStart(addMonths(today, Number(count)))
  const kind = valueTypes[type]
  if (day === null || kind === 'date') return day
  if (kind !== 'datetime') return day.slice(0, 7)
  const meant = new Date(momentAtClock(`${day}T${clock}`, timezone)!)
  // Times of today that lie after loading are moved back: nothing has happened in the future.
  return (Number(count) <= 0 && meant > now ? new Date(now.getTime() - 60_000) : meant).toISOString()
}

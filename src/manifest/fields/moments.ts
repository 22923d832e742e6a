// Which days, moments and answers may be kept? The checks of date, datetime and boolean.
import { dayOf, isoOfMoment, momentOf, momentOfDate } from '../rule/calendar'
import { isEmpty, nothing, refuse, type Checked } from './definition'

/** date: yyyy-MM-dd that stands in the calendar. */
export function checkDate(value: unknown): Checked {
  if (isEmpty(value)) return nothing
  const day = typeof value === 'string' ? dayOf(value.trim()) : null
  return day === null ? refuse('请选择有效的日期', 'Choose a valid date') : { value: day }
}

/** datetime: ISO 8601 with its zone (a wall clock alone is no moment); kept as ISO in UTC. */
export function checkDatetime(value: unknown): Checked {
  if (isEmpty(value)) return nothing
  const moment = value instanceof Date ? momentOfDate(value) : typeof value === 'string' ? momentOf(value.trim()) : null
  return moment === null ? refuse('请选择有效的时间', 'Choose a valid time') : { value: isoOfMoment(moment) }
}

export function checkBoolean(value: unknown): Checked {
  if (isEmpty(value)) return nothing
  return typeof value === 'boolean' ? { value } : refuse('请选择是或否', 'Choose yes or no')
}

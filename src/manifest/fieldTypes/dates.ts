// Validates date, datetime and boolean.
import { isoOfMoment, momentOf, momentOfDate } from '../expression/values/calendar'
import { parseDay } from '../expression/values/days'
import { isEmpty, noValue, invalid, type Checked } from './definition'
import { fieldError } from './fieldErrors'

/** date: yyyy-MM-dd of the calendar. */
export function validateDate(value: unknown): Checked {
  if (isEmpty(value)) return noValue
  const day = typeof value === 'string' ? parseDay(value.trim()) : null
  return day === null ? invalid(fieldError('date_invalid')) : { value: day }
}

/** datetime: ISO 8601 with its zone (a wall clock alone is no moment); stored as ISO in UTC. */
export function validateDatetime(value: unknown): Checked {
  if (isEmpty(value)) return noValue
  const moment = value instanceof Date ? momentOfDate(value) : typeof value === 'string' ? momentOf(value.trim()) : null
  return moment === null ? invalid(fieldError('time_invalid')) : { value: isoOfMoment(moment) }
}

export function validateBoolean(value: unknown): Checked {
  if (isEmpty(value)) return noValue
  return typeof value === 'boolean' ? { value } : invalid(fieldError('boolean_expected'))
}

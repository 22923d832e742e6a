// The value of a typed day or moment.
// A text that is neither is its own value, so that validation can name it.
import type { Field } from '../../../manifest/model/field'
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import { parseInput } from '../../../manifest/fieldTypes/parseInput'
import { clockAt, momentOf } from '../../../manifest/expression/values/calendar'
import { parseDay } from '../../../manifest/expression/values/days'

/** Month and day alone are of the year that it is in the zone of the product. */
export function typedDay(typed: string, field: Field, zone: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const year = clockAt(new Date(), zone).slice(0, 4)
  const full = text
    .replace(/^(\d{1,2})[-/.月](\d{1,2})日?(?=\s|$)/, `${year}-$1-$2`)
    .replace(/\s+(\d\d)(\d\d)$/, ' $1:$2')
  // A moment needs its time: midnight is hardly ever meant.
  if (valueTypes[field.type] === 'datetime' && !/[\sT]\d/.test(full)) return text
  const parsed = parseInput(full, field, {}, zone)
  return parsed && 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : text
}

/** What of a value is a text that names no day, or no moment where the field holds one; otherwise empty. */
export function unreadText(value: unknown, { type }: Pick<Field, 'type'>): string {
  if (typeof value !== 'string') return ''
  return (valueTypes[type] === 'datetime' ? momentOf(value) : parseDay(value)) === null ? value : ''
}

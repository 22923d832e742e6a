// Converts a typed day or moment to a value.
// Other text is kept as the value, so that validation can name it.
import type { Field } from '../../../manifest/model/field'
import { valueTypes } from '../../../manifest/expression/values/valueTypes'
import { englishDayAsIso, parseInput, withHalfWidth } from '../../../manifest/fieldTypes/parseInput'
import { clockAt, momentOf } from '../../../manifest/expression/values/calendar'
import { parseDay } from '../../../manifest/expression/values/days'

/** Month and day alone are in the current year of the product's time zone. */
export function typedDay(typed: string, field: Field, zone: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const year = clockAt(new Date(), zone).slice(0, 4)
  const full = englishDayAsIso(withHalfWidth(text))
    .replace(/^(\d{1,2})[-/.月](\d{1,2})日?(?=\s|$)/, `${year}-$1-$2`)
    .replace(/\s+(\d\d)(\d\d)$/, ' $1:$2')
  // A moment needs a time: midnight is hardly ever intended.
  if (valueTypes[field.type] === 'datetime' && !/[\sT]\d/.test(full)) return text
  const parsed = parseInput(full, field, {}, zone)
  return parsed && 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : text
}

/** The value if it is text that is no valid day or moment of the field; otherwise empty. */
export function unreadText(value: unknown, { type }: Pick<Field, 'type'>): string {
  if (typeof value !== 'string') return ''
  return (valueTypes[type] === 'datetime' ? momentOf(value) : parseDay(value)) === null ? value : ''
}

// Evaluates a condition on rows without a database, as the expected result.
import type { Field } from '../../src/manifest/model/field'
import { dayInZone, daysLater, momentOf, momentOfDate } from '../../src/manifest/expression/values/calendar'
import { addMonths } from '../../src/manifest/expression/values/days'
import type { ConditionOperator } from '../../src/manifest/fieldTypes/conditionOperators'

interface Asked {
  readonly operator: ConditionOperator
  readonly value?: unknown
}

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? ((value as { id?: unknown }).id ?? value) : value

/** What a search for a part of a text reads of a shown value. */
const textOf = (shown: unknown) => {
  const parts = shown as Readonly<Record<string, unknown>> | string
  const texts = typeof parts === 'string' ? [parts] : ['province', 'city', 'district', 'detail'].map((at) => parts[at])
  return texts.filter((text) => text !== null && text !== undefined).join('')
}

/** A value that compares as the type of its field does. */
function comparable({ type }: Field, value: unknown): number | string {
  if (type === 'int' || type === 'money' || type === 'decimal') return Number(value)
  return type === 'datetime' ? momentOf(String(value))! : String(idOf(value))
}

/** The value of a leaf whose operator is tried with what one of the rows shows; undefined: takes none. */
export function valueFor({ type }: Field, operator: ConditionOperator, shown: unknown): unknown {
  const one = type === 'datetime' ? momentOf(String(shown))!.replace(/000Z$/, 'Z') : idOf(shown)
  switch (operator) {
    case 'in':
    case 'noneOf':
      return [one]
    case 'between':
      return [one, null]
    case 'contains':
      return textOf(shown).slice(-3)
    case 'startsWith':
      return String(one).slice(0, 3)
    case 'empty':
      return false
    case 'lastDays':
    case 'nextDays':
      return 40
    case 'equals':
    case 'notEquals':
    case 'atLeast':
    case 'atMost':
      return one
    default:
      return undefined
  }
}

/** Whether a shown value meets a leaf; `mine`: the caller's account and unit. */
export function meets(
  field: Field,
  shown: unknown,
  { operator, value }: Asked,
  at: { readonly zone: string; readonly me: number; readonly myUnit: number },
): boolean {
  const isEmpty = shown === null || shown === undefined || shown === '' || (Array.isArray(shown) && shown.length === 0)
  if (operator === 'empty') return isEmpty === value
  const [given] = Array.isArray(value) ? value : [value]
  if (operator === 'notEquals' || operator === 'noneOf')
    return isEmpty || comparable(field, shown) !== comparable(field, given)
  if (isEmpty) return false
  const today = dayInZone(momentOfDate(new Date())!, at.zone)
  const day = field.type === 'datetime' ? dayInZone(momentOf(String(shown))!, at.zone) : String(shown)
  const within = (from: number, to: number) => day >= daysLater(today, from)! && day <= daysLater(today, to)!
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const found: Partial<Record<ConditionOperator, () => boolean>> = {
    contains: () => textOf(shown).toLowerCase().includes(String(given).toLowerCase()),
    startsWith: () => String(shown).toLowerCase().startsWith(String(given).toLowerCase()),
    between: () => comparable(field, shown) >= comparable(field, given),
    atLeast: () => comparable(field, shown) >= comparable(field, given),
    atMost: () => comparable(field, shown) <= comparable(field, given),
    today: () => day === today,
    yesterday: () => within(-1, -1),
    thisWeek: () => within(-weekday, 6 - weekday),
    thisMonth: () => day.slice(0, 7) === today.slice(0, 7),
    lastMonth: () => day.slice(0, 7) === addMonths(today, -1).slice(0, 7),
    thisYear: () => day.slice(0, 4) === today.slice(0, 4),
    lastDays: () => within(1 - Number(given), 0),
    nextDays: () => within(0, Number(given) - 1),
    me: () => idOf(shown) === at.me,
    myUnit: () => idOf(shown) === at.myUnit,
  }
  return found[operator]?.() ?? comparable(field, shown) === comparable(field, given)
}

// Names of weekdays and months in a language.
import { msPerDay } from '../../../manifest/expression/values/days'
import { intlLocale } from '../../../manifest/expression/values/dayStyles'

/** Monday to Sunday, short. */
export function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(intlLocale(language), { weekday: 'short', timeZone: 'UTC' })
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(new Date((4 + index) * msPerDay)))
}

/** The month of a day with its year. */
export function monthName(day: string, language: string): string {
  return new Intl.DateTimeFormat(intlLocale(language), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

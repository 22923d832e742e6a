// How each language writes days and moments, on the page and in the server's sentences alike.
import { once } from './once'
import { parseDay } from './days'

/** Glyphs of these languages depend on the region, so the document names it. */
const documentLanguages: Readonly<Record<string, string>> = { zh: 'zh-CN' }

/** The document's language, by which a browser chooses glyphs and a screen reader its voice. */
export const documentLanguage = (language: string): string => documentLanguages[language] ?? language

/** The locale for numbers, days and months; by default the language itself. */
const locales: Readonly<Record<string, string>> = { zh: 'zh-CN', en: 'en-GB' }

/**
 * The tag for Intl and `lang` attributes: en-GB for `en`, so that the day precedes the month; other codes as they are.
 */
export const intlLocale = (language: string): string => locales[language] ?? language

/** Formats of days for languages whose locale format the product does not use. */
interface DayStyle {
  readonly date: (year: string, month: string, day: string) => string
  readonly month: (year: string, month: string) => string
  readonly weekday: (name: string, date: string) => string
  readonly shortDay: (month: string, day: string) => string
  readonly shortWeekday: (name: string, month: number, day: number) => string
  readonly moment: (date: string, time: string) => string
}

/** The start of a day (yyyy-MM-dd, or what begins with one) in UTC, for formatters of that zone. */
export const midnightOf = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`)
const dayOf = (year: string, month: string, day = '01') => midnightOf(`${year}-${month}-${day}`)

const englishMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** What differs from the style of the locale. */
const ownStyles: Readonly<Record<string, Partial<DayStyle>>> = {
  zh: {
    date: (year, month, day) => `${year}-${month}-${day}`,
    month: (year, month) => `${year}-${month}`,
    weekday: (name, date) => `${date} ${name}`,
    shortDay: (month, day) => `${Number(month)}/${Number(day)}`,
    shortWeekday: (name, month, day) => `${name} ${month}/${day}`,
    moment: (date, time) => `${date} ${time}`,
  },
  // The months as day.js writes and reads them in inputs: Intl shortens September to four letters.
  en: {
    date: (year, month, day) => `${Number(day)} ${englishMonths[Number(month) - 1]} ${year}`,
    month: (year, month) => `${englishMonths[Number(month) - 1]} ${year}`,
    shortDay: (month, day) => `${Number(day)} ${englishMonths[Number(month) - 1]}`,
  },
}

/** The default style: the parts as the locale formats them. */
function localeStyle(locale: string): DayStyle {
  const formatOf = (parts: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...parts, month: 'short', year: 'numeric', timeZone: 'UTC' }))
  const [days, months] = [formatOf({ day: 'numeric' }), formatOf({})]
  const shortDays = once(() => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }))
  return {
    date: (year, month, day) => days().format(dayOf(year, month, day)),
    month: (year, month) => months().format(dayOf(year, month)),
    weekday: (name, date) => `${name}, ${date}`,
    shortDay: (month, day) => shortDays().format(dayOf('2000', month, day)),
    shortWeekday: (name, _, day) => `${name} ${day}`,
    moment: (date, time) => `${date}, ${time}`,
  }
}

const styles = new Map<string, DayStyle>()

/** The style of a language, a code of product.languages. */
export function dayStyleOf(language: string): DayStyle {
  let style = styles.get(language)
  if (!style) styles.set(language, (style = { ...localeStyle(intlLocale(language)), ...ownStyles[language] }))
  return style
}

/** "2024-11-21" as a day; other text unchanged. */
export function dayText(value: string, language: string): string {
  const [year, month, day] = parseDay(value.slice(0, 10))?.split('-') ?? []
  return year && month && day ? dayStyleOf(language).date(year, month, day) : value
}

/** A day (yyyy-MM-dd) with a time of it (HH:mm). */
export const momentText = (day: string, time: string, language: string): string =>
  dayStyleOf(language).moment(dayText(day, language), time)

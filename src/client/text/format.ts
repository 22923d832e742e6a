// Formats numbers, money, dates and sizes in the user's language and the product's time zone.
// Money and decimals stay decimal text: nothing here converts them to a float.
import { dayStyleOf, dayText, intlLocale, midnightOf, momentText } from '../../manifest/expression/values/dayStyles'
import { currencySignOf, withSign } from '../../manifest/expression/values/currency'
import { once } from '../../manifest/expression/values/once'
import { groupThousands, movePoint } from '../../manifest/expression/values/decimalText'
import type { Product } from '../../manifest/model/product'

export interface Format {
  /** Decimal text or a number with separators: "23480.50" -> "23,480.50". */
  number(value: string | number): string
  /** "25%": of a whole number of percent, or of a `part` of 1 as decimal text. */
  percent(value: string | number, part: boolean): string
  /** Two decimals, with the currency sign. */
  money(value: string | number): string
  /** The sign of the product's currency. */
  currencySign(): string
  /** An amount without its currency. */
  amount(value: string | number): string
  /** "2024-11-21" as a day; other text unchanged. */
  date(value: string): string
  /** Month and day without the year. */
  shortDay(value: string): string
  /** The month of a day, or of yyyy-MM. */
  month(value: string): string
  /** A calendar day with its weekday. */
  weekday(value: string): string
  /** The same for the head of a column. */
  shortWeekday(value: string): string
  /** A moment (ISO 8601) in the product's time zone, to the minute. */
  datetime(value: string): string
  /** "3 minutes ago"; moments more than a week away as datetime. */
  relative(value: string, now?: Date): string
  /** Bytes: "1.2 MB". */
  size(bytes: number): string
  /** The calendar day of a moment in the product's time zone: yyyy-MM-dd. */
  day(moment: Date): string
  /** The time of day of a moment in the product's time zone: HH:mm. */
  time(moment: Date): string
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600],
  ['minute', 60],
]
const secondsPerDay = 86_400
const week = 7 * secondsPerDay
/** The number of a calendar day. */
const calendarDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000 / secondsPerDay

/** How inputs write days and moments, in the terms of day.js. */
export interface InputPatterns {
  readonly day: string
  readonly moment: string
}

const isoPatterns: InputPatterns = { day: 'YYYY-MM-DD', moment: 'YYYY-MM-DD HH:mm' }
const patterns: Readonly<Record<string, InputPatterns>> = {
  en: { day: 'D MMM YYYY', moment: 'D MMM YYYY, HH:mm' },
}

/** The patterns, in tokens of dayjs, in which inputs show a day and a moment; ISO for languages without their own. */
export const inputPatterns = (language: string): InputPatterns => patterns[language] ?? isoPatterns

/** The forms in which a day may be typed, the one that is shown first. */
export const typedDays = (language: string): string[] => [inputPatterns(language).day, isoPatterns.day, 'DD MMM YYYY']

/**
 * "Less than a minute ago", where the locale's word for "now" does not fit a past moment. Also for one that is ahead by
 * less than a minute: the clocks of server and page differ.
 */
const justNow: Readonly<Record<string, string>> = { zh: '刚刚', en: 'just now' }

/** `language`: a code of product.languages. */
export function createFormat({ timezone, currency }: Pick<Product, 'timezone' | 'currency'>, language: string): Format {
  const locale = intlLocale(language)
  const days = createDayFormat(language)
  const clock = clockIn(timezone)
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const datetime = (value: string) => {
    const moment = new Date(value)
    if (Number.isNaN(moment.getTime())) return value
    const { day, time } = clock(moment)
    return momentText(day, time, language)
  }
  return {
    ...createNumberFormat(language, currency),
    ...days,
    day: (moment) => clock(moment).day,
    time: (moment) => clock(moment).time,
    datetime,
    relative: (value, now = new Date()) => {
      const seconds = Math.round((new Date(value).getTime() - now.getTime()) / 1000)
      if (Number.isNaN(seconds) || Math.abs(seconds) >= week) return datetime(value)
      // From one day on, count calendar days.
      if (Math.abs(seconds) >= secondsPerDay)
        return relative().format(calendarDay(clock(new Date(value)).day) - calendarDay(clock(now).day), 'day')
      for (const [unit, length] of units)
        if (Math.abs(seconds) >= length) return relative().format(Math.trunc(seconds / length), unit)
      return justNow[language] ?? relative().format(0, 'second')
    },
  }
}

function createNumberFormat(
  language: string,
  currency: string,
): Pick<Format, 'number' | 'currencySign' | 'money' | 'amount' | 'percent' | 'size'> {
  const sign = currencySignOf(language, currency)
  const number = (value: string | number) => groupThousands(String(value))
  const amount = (value: string | number) => groupThousands(withScale(String(value), 2))
  return {
    number,
    currencySign: sign,
    amount,
    money: (value) => withSign(amount(value), sign()),
    percent: (value, part) => `${number(part ? movePoint(String(value), 2) : value)}%`,
    size: sizeText,
  }
}

const sizeNames = ['B', 'kB', 'MB', 'GB']

/** "10 MB", "1.2 MB", "320 kB": one fraction digit below 10. */
export function sizeText(bytes: number): string {
  const rounded = (count: number) => (count >= 10 ? Math.round(count) : Math.round(count * 10) / 10)
  // Choose the unit by the rounded number: 1023.9 kB is 1 MB.
  const position = sizeNames.findIndex(
    (_, power) => rounded(bytes / 1024 ** power) < 1024 || power === sizeNames.length - 1,
  )
  return `${rounded(bytes / 1024 ** position)} ${sizeNames[position]}`
}

/** Formats calendar days, which have no time zone. */
function createDayFormat(language: string): Pick<Format, 'date' | 'shortDay' | 'month' | 'weekday' | 'shortWeekday'> {
  const style = dayStyleOf(language)
  const weekdays = (weekday: 'short' | 'long') =>
    once(() => new Intl.DateTimeFormat(intlLocale(language), { weekday, timeZone: 'UTC' }))
  const [shortDays, longDays] = [weekdays('short'), weekdays('long')]
  const date = (value: string) => dayText(value, language)
  return {
    date,
    shortDay: (value) => style.shortDay(value.slice(5, 7), value.slice(8, 10)),
    month: (value) => style.month(value.slice(0, 4), value.slice(5, 7)),
    weekday: (value) => style.weekday(longDays().format(midnightOf(value)), date(value)),
    shortWeekday: (value) =>
      style.shortWeekday(shortDays().format(midnightOf(value)), Number(value.slice(5, 7)), Number(value.slice(8, 10))),
  }
}

/** Day (yyyy-MM-dd) and time (HH:mm) of a moment in a time zone. */
function clockIn(timeZone: string): (moment: Date) => { readonly day: string; readonly time: string } {
  const clock = once(
    () =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      }),
  )
  return (moment) => {
    const parts = Object.fromEntries(
      clock()
        .formatToParts(moment)
        .map(({ type, value }) => [type, value]),
    )
    return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
  }
}

function withScale(text: string, scale: number): string {
  const match = /^(-?\d+)(?:\.(\d*))?$/.exec(text)
  return match ? `${match[1]}.${(match[2] ?? '').padEnd(scale, '0')}` : text
}

/** A language in its own name. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

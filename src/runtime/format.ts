// How is a value shown as text? Numbers, money, dates and sizes in the language of the person and the time zone of the product.
// Money and decimals stay decimal text all the way: nothing here makes a float of them.
import type { Product } from '../manifest/app'

export interface Format {
  /** Decimal text or a number with separators: "23480.50" -> "23,480.50". */
  number(value: string | number): string
  /** "25%": of a whole number of per cent, or of a `part` of 1 as decimal text. */
  percent(value: string | number, part: boolean): string
  /** Two decimals, with the sign of the currency unless `plain`. */
  money(value: string | number, plain?: boolean): string
  /** "2024-11-21" as a day. */
  date(value: string): string
  /** A moment (ISO 8601) in the product's time zone, to the minute. */
  datetime(value: string): string
  /** "3 minutes ago"; moments more than a week away as datetime. */
  relative(value: string, now?: Date): string
  /** Bytes: "1.2 MB". */
  size(bytes: number): string
  /** The calendar day of a moment in the product's time zone: yyyy-MM-dd. */
  day(moment: Date): string
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const week = 7 * 86_400

/** `language`: a code of product.languages. */
export function createFormat({ timezone, currency }: Pick<Product, 'timezone' | 'currency'>, language: string): Format {
  const chinese = language.startsWith('zh')
  const locale = chinese ? 'zh-CN' : 'en-GB'
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const months = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const sign =
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? ''

  const number = (value: string | number) => grouped(String(value))
  const date = (value: string) => {
    const [year, , day] = value.slice(0, 10).split('-')
    if (chinese || !day) return value.slice(0, 10)
    return `${Number(day)} ${months.format(new Date(`${value.slice(0, 10)}T00:00:00Z`))} ${year}`
  }
  const partsOf = (moment: Date) =>
    Object.fromEntries(clock.formatToParts(moment).map((part) => [part.type, part.value])) as Record<string, string>
  const day = (moment: Date) => {
    const { year, month, day: dayOfMonth } = partsOf(moment)
    return `${year}-${month}-${dayOfMonth}`
  }
  const datetime = (value: string) => {
    const moment = new Date(value)
    if (Number.isNaN(moment.getTime())) return value
    const { hour, minute } = partsOf(moment)
    return `${date(day(moment))}${chinese ? ' ' : ', '}${hour}:${minute}`
  }
  return {
    number,
    money: (value, plain = false) => {
      const text = grouped(withScale(String(value), 2))
      if (plain) return text
      return text.startsWith('-') ? `-${sign}${text.slice(1)}` : `${sign}${text}`
    },
    percent: (value, part) => `${number(part ? hundredfold(String(value)) : value)}%`,
    date,
    datetime,
    relative: (value, now = new Date()) => {
      const seconds = Math.round((new Date(value).getTime() - now.getTime()) / 1000)
      if (Number.isNaN(seconds) || Math.abs(seconds) >= week) return datetime(value)
      for (const [unit, length] of units)
        if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
      return relative.format(0, 'second')
    },
    size: (bytes) => {
      const names = ['B', 'kB', 'MB', 'GB']
      const at = Math.min(names.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)))
      return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${names[at]}`
    },
    day,
  }
}

function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  if (!match) return text
  return `${match[1]}${match[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${match[3] ?? ''}`
}

/** "0.25" -> "25", "0.333" -> "33.3": the point moved by two, without a float. */
function hundredfold(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return text
  const digits = `${match[2]!}${(match[3] ?? '').padEnd(2, '0')}`
  const point = match[2]!.length + 2
  const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const rest = digits.slice(point).replace(/0+$/, '')
  return `${match[1]}${whole}${rest ? `.${rest}` : ''}`
}

function withScale(text: string, scale: number): string {
  const match = /^(-?\d+)(?:\.(\d*))?$/.exec(text)
  return match ? `${match[1]}.${(match[2] ?? '').padEnd(scale, '0')}` : text
}

// Moments, and their days in a time zone.
// Days are yyyy-MM-dd, moments UTC texts with six fraction digits: both compare as texts. The zone is an IANA name; its
// offset is looked up in Intl once per quarter of an hour, not once per call.
import { isDay, msPerDay } from './days'

const momentPattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)$/
const clockPattern = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/
const msPerQuarterHour = 900_000

/**
 * The moment of an ISO 8601 text with a zone ("…Z", "…+08:00") in the comparable form yyyy-MM-ddTHH:mm:ss.ffffffZ; null
 * for any other text.
 */
export function momentOf(text: string): string | null {
  const match = momentPattern.exec(text)
  if (!match || !isDay(match[1])) return null
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)]
  const offset = offsetOfText(match[6]!)
  if (hour > 23 || minute > 59 || second > 59 || offset === null) return null
  const fraction = (match[5] ?? '').padEnd(6, '0').slice(0, 6)
  const time = Date.parse(`${match[1]}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000 - offset
  const iso = isoOf(time)
  return iso && `${iso.slice(0, 19)}.${fraction}Z`
}

/** Milliseconds; null beyond what ISO 8601 allows. */
function offsetOfText(zone: string): number | null {
  if (zone === 'Z') return 0
  const digits = zone.replace(/\D/g, '').padEnd(4, '0')
  const [hours, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (hours > 23 || rest > 59) return null
  const minutes = hours * 60 + rest
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** The moment in the comparable form of `momentOf`; null outside of the years 1 to 9999, and for an invalid date. */
export function momentOfDate(date: Date): string | null {
  const iso = isoOf(date.getTime())
  return iso && `${iso.slice(0, 23)}000Z`
}

/** ISO 8601 in UTC with at least three fraction digits, as the database returns it. */
export function isoOfMoment(moment: string): string {
  return moment.replace(/0{1,3}Z$/, 'Z')
}

/** The calendar day of a zone at a `Date`. */
export const dayAt = (moment: Date, zone: string): string => clockAt(moment, zone).slice(0, 10)

/** The calendar day of a zone at a stored moment, ISO 8601. */
export function dayInZone(moment: string, zone: string): string {
  return wallClock(moment, zone).slice(0, 10)
}

/** The wall clock at a moment in a zone: yyyy-MM-ddTHH:mm:ss.fff. */
export function wallClock(moment: string, zone: string): string {
  const time = Date.parse(`${moment.slice(0, 23)}Z`)
  return isoOf(time + offsetAt(time, zone))?.slice(0, 23) ?? moment.slice(0, 23)
}

/** The wall clock of a zone at a moment, to the second: yyyy-MM-ddTHH:mm:ss. */
export function clockAt(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 19)
}

/** The moment (ISO 8601 with Z) of a wall clock yyyy-MM-ddTHH:mm[:ss] in a zone; null for any other text. */
export function momentAtClock(wall: string, zone: string): string | null {
  // Date.parse alone would read February 31st as March 2nd, and 24:00 as the next day.
  const [, day, hour, minute, second = '00'] = clockPattern.exec(wall) ?? []
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const asUtc = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  // Two steps: the offset at the estimate may differ from that at the result (daylight saving time).
  let guess = asUtc
  for (let step = 0; step < 2; step += 1) guess = asUtc - offsetAt(guess, zone)
  return isoOf(guess)
}

/** Whole spans of 24 hours from one moment to another, truncated. */
export function spansBetween(from: string, to: string): number {
  return Number((microseconds(to) - microseconds(from)) / (BigInt(msPerDay) * 1000n))
}

function microseconds(moment: string): bigint {
  return BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(moment.slice(20, 26))
}

/** The day or the moment n days (of 24 hours) later; null outside the four-digit years. */
export function daysLater(dayOrMoment: string, n: number): string | null {
  const isMoment = dayOrMoment.length > 10
  const start = Date.parse(isMoment ? `${dayOrMoment.slice(0, 19)}Z` : `${dayOrMoment}T00:00:00Z`)
  const iso = isoOf(start + n * msPerDay)
  return iso && (isMoment ? iso.slice(0, 19) + dayOrMoment.slice(19) : iso.slice(0, 10))
}

function isoOf(time: number): string | null {
  // -62135596800000 and 253402300799999: the first and the last millisecond of the years 0001 to 9999.
  return time >= -62_135_596_800_000 && time <= 253_402_300_799_999 ? new Date(time).toISOString() : null
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()
const maxOffsets = 20_000

// No zone changes its offset within a quarter of an hour.
function offsetAt(time: number, zone: string): number {
  let byQuarter = offsets.get(zone)
  if (!byQuarter) offsets.set(zone, (byQuarter = new Map()))
  const quarterIndex = Math.floor(time / msPerQuarterHour)
  let offset = byQuarter.get(quarterIndex)
  if (offset === undefined) {
    if (byQuarter.size >= maxOffsets) byQuarter.clear()
    byQuarter.set(
      quarterIndex,
      (offset = shownAt(quarterIndex * msPerQuarterHour, zone) - quarterIndex * msPerQuarterHour),
    )
  }
  return offset
}

function shownAt(time: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    formats.set(zone, (format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })))
  }
  const zoned: Record<string, string> = {}
  for (const part of format.formatToParts(new Date(time))) zoned[part.type] = part.value
  const year = (zoned.year ?? '').padStart(4, '0')
  return Date.parse(`${year}-${zoned.month}-${zoned.day}T${zoned.hour}:${zoned.minute}:${zoned.second}Z`)
}

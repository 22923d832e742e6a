// Interprets text that a user types, pastes or imports: separators, full-width signs, titles.
// Reports ambiguous input instead of guessing.
import type { Dictionary } from '../model/app'
import type { Field } from '../model/field'
import { momentAtClock } from '../expression/values/calendar'
import { parseDay } from '../expression/values/days'
import { movePoint } from '../expression/values/decimalText'

/** Without the invisible marks that address books and chats put around what is copied from them. */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')

const withHalfWidthDigits = (text: string): string =>
  withoutInvisible(text).replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))

/**
 * Typed text as plain decimal text, without separators, currency signs, blanks and full-width characters ("￥１,234。５" ->
 * "1234.5"). Anything that is still no number is returned unchanged, so that validation can name the mistake.
 */
export function plainNumber(typed: string): string {
  const text = withHalfWidthDigits(typed)
    .replace(/[。．]/g, '.')
    .replace(/[－—–−]/g, '-')
    .replace(/[,，'’\s￥¥$€]/g, '')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return typed.trim()
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const plain = fraction === '' ? digits : `${digits}.${fraction}`
  return negative && /[1-9]/.test(plain) ? `-${plain}` : plain
}

type NumberField = Pick<Field, 'type' | 'format'>

const isPart = ({ type, format }: NumberField): boolean => type === 'decimal' && format === 'percent'

/** The value of typed text; a part of one is typed as a percentage. */
export function numberValue(typed: string, { type, format }: NumberField): string | number | null {
  const number = plainNumber(format === 'percent' ? typed.replace(/[%％]\s*$/, '') : typed)
  const plain = isPart({ type, format }) ? movePoint(number, -2) : number
  if (plain === '') return null
  if (type === 'int' && /^-?\d{1,15}$/.test(plain)) return Number(plain)
  return plain
}

/** The text to type over: that of the value, a part of one as a percentage. */
export function typedText(value: unknown, field: NumberField): string {
  const plain = value === null || value === undefined ? '' : String(value)
  return isPart(field) ? movePoint(plain, 2) : plain
}

/** Whether a value is a number with which a list can be filtered. */
export const isComparable = (value: unknown): boolean => /^-?\d{1,30}(\.\d{1,20})?$/.test(String(value))

/** The number to filter by for typed text, as decimal text; null for anything but a number. */
export function comparedNumber(typed: string, field: NumberField): string | null {
  const value = numberValue(typed, field)
  return isComparable(value) ? String(value) : null
}

/**
 * Digits only, without the country code of the mainland ("+86 139-1111 0001" -> "13911110001"); anything else as typed.
 */
export function plainMobile(typed: string): string {
  const digits = withHalfWidthDigits(typed.replace(/[\s\-‐‑‒–－—()（）]/g, '')).replace('＋', '+')
  return /^(\+?86)?1\d{10}$/.test(digits) ? digits.slice(-11) : typed.trim()
}

interface TypedAddress {
  readonly province: string
  readonly city: string
  readonly district: string
  readonly detail: string
}

/** The parts that every address has; some cities have no districts. */
export const neededAddressParts = ['province', 'city', 'detail'] as const satisfies readonly (keyof TypedAddress)[]

const municipalities = /^(北京|上海|天津|重庆)市?/

/** The four parts of an address given as one text like "浙江省杭州市西湖区文三路1号"; null if it does not begin like one. */
export function splitAddress(text: string): TypedAddress | null {
  const address = text.replace(/\s+/g, '')
  const city = municipalities.exec(address)
  const province = city ? `${city[1]}市` : /^(.{2,8}?(?:省|自治区|特别行政区))/.exec(address)?.[1]
  if (!province) return null
  let rest = address.slice(city ? city[0].length : province.length)
  const prefecture = city
    ? (/^(?:市辖区|[^区县]{2,6}市(?=.{1,8}[区县]))/.exec(rest)?.[0] ?? '')
    : /^(.{2,12}?(?:自治州|地区|盟|市))/.exec(rest)?.[1]
  if (prefecture === undefined) return null
  rest = rest.slice(prefecture.length)
  const district = /^(.{1,10}?(?:自治县|[区县旗]|市(?!场)))/.exec(rest)?.[1]
  if (!district) return null
  return { province, city: city ? province : prefecture, district, detail: rest.slice(district.length) }
}

/** Whether a cell of a sheet can hold a value of the field: no files, no lines, nothing secret, no markup. */
export function fitsCell({ type, secret, localized, format }: Field): boolean {
  return type !== 'files' && type !== 'lines' && secret === undefined && !localized && format !== 'html'
}

/** undefined: not interpretable; `searchText`: a reference to look up by its label. */
export type ParsedInput = { readonly value: unknown } | { readonly searchText: string } | undefined

/** Converts a text, such as a spreadsheet cell, to a field's value in the format of calls. */
export function parseInput(
  text: string,
  field: Field,
  dictionaries: Readonly<Record<string, Dictionary>>,
  zone: string,
): ParsedInput {
  if (text === '') return { value: null }
  switch (field.type) {
    case 'string':
    case 'text':
      return { value: text }
    case 'mobile':
      return { value: plainMobile(text) }
    case 'int':
    case 'money':
    case 'decimal': {
      const plain = typedNumber(text, field)
      if (!/^-?\d+(\.\d+)?$/.test(plain)) return undefined
      return { value: field.type === 'int' && /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain }
    }
    case 'date': {
      const day = dayText(withHalfWidth(text))
      return day === null ? undefined : { value: day }
    }
    case 'datetime': {
      const moment = momentText(withHalfWidth(text), zone)
      return moment === null ? undefined : { value: moment }
    }
    case 'boolean':
      if (/^(是|有|真|y|yes|true|1|√|✓)$/i.test(text)) return { value: true }
      return /^(否|无|假|n|no|false|0|×)$/i.test(text) ? { value: false } : undefined
    case 'choice': {
      const lowercaseText = text.toLowerCase()
      const item = dictionaries[field.dictionary ?? '']?.items.find(
        ({ code, title, retired }) =>
          !retired && [code, ...Object.values(title)].some((name) => name.toLowerCase() === lowercaseText),
      )
      return item && { value: item.code }
    }
    case 'ref':
      return { searchText: text }
    case 'address': {
      const address = splitAddress(text)
      return address ? { value: address } : undefined
    }
    case 'files':
    case 'lines':
      return undefined
    default:
      return field.type satisfies never
  }
}

/** A percentage is a part of one, or a whole number of percent. */
function typedNumber(text: string, { type, format }: Field): string {
  const plain = plainNumber(text)
  const isPercentage = format === 'percent'
  const [, percentage] = /^(.+?)\s*[%％]$/.exec(text) ?? []
  if (percentage !== undefined && type === 'decimal') return movePoint(plainNumber(percentage), -2)
  if (percentage !== undefined && isPercentage) return plainNumber(percentage)
  // A sheet keeps a percentage as a part of one.
  return isPercentage && type === 'int' && /^0?\.\d+$/.test(plain) ? movePoint(plain, 2) : plain
}

/** A typed day or time with the signs that input methods write in full width: "９：30". */
export const withHalfWidth = (text: string): string =>
  withHalfWidthDigits(text)
    .replace(/：/g, ':')
    .replace(/／/g, '/')
    .replace(/[。．]/g, '.')
    .replace(/－/g, '-')
    .replace(/\u3000/g, ' ')

/** The moment of a day, at midnight or the time beside it. */
function momentText(text: string, zone: string): string | null {
  const [date = '', time = '00:00', ...rest] = englishDayAsIso(text).split(/[\sT]+/)
  const day = dayText(date)
  const [, hour, minute] = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(time) ?? []
  if (day === null || hour === undefined || rest.length > 0) return null
  return momentAtClock(`${day}T${hour.padStart(2, '0')}:${minute}`, zone)
}

function dayText(text: string): string | null {
  const day = englishDayAsIso(text)
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(day) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(day)
  return match ? parseDay(`${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`) : null
}

const englishMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** A text that begins with a day as English writes it ("8 Mar 2025, 9:30"), with that day as 2025-3-8. */
export function englishDayAsIso(text: string): string {
  const [begin, day, name = '', year] = /^(\d{1,2}) +([a-z]{3,9}) +(\d{4}),?(?=\s|$)/i.exec(text) ?? []
  const month = englishMonths.findIndex((full) => full.startsWith(name.toLowerCase())) + 1
  return begin === undefined || month === 0 ? text : `${year}-${month}-${day}${text.slice(begin.length)}`
}

export type NamedField = Pick<Field, 'name' | 'title' | 'synonyms'>

/**
 * The field that a column header names, by its title in any language, by its name or a synonym; blanks and the mark of
 * required fields are ignored. Titles take precedence over synonyms.
 */
export function fieldTitled<Named extends NamedField>(title: string, fields: readonly Named[]): Named | undefined {
  const named = (names: (field: Named) => readonly string[]) =>
    fields.find((field) => names(field).some((name) => bare(name) === bare(title)))
  return named((field) => [...Object.values(field.title), field.name]) ?? named(({ synonyms }) => synonyms ?? [])
}

/** A column header without a note in brackets at its end, blanks and the mark of required fields. */
export const withoutNote = (title: string): string => bare(title.replace(/[(（][^()（）]*[)）]\s*$/, ''))

const bare = (title: string): string => title.replace(/[*\s]/g, '').toLowerCase()

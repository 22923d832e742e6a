// What does a text mean for a field that somebody typed, pasted or wrote into a file? Separators, full-width signs, titles instead of codes: all that a person
// would understand. What is not understood is told as such, never guessed.
import type { Dictionary, Field } from '../app'
import { dayOf, momentAtClock } from '../rule/calendar'

const fullWidth = /[０-９]/g

/**
 * What a person typed, as plain decimal text: separators, currency signs, blanks and full-width characters are taken away ("￥１,234。５" -> "1234.5").
 * Anything that still is not a number comes back as it is, so that the field check can name the fault.
 */
export function plainNumber(typed: string): string {
  const text = typed
    .replace(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
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

/** Digits only, without the country code of the mainland ("+86 139-1111 0001" -> "13911110001"); anything else as typed. */
export function plainMobile(typed: string): string {
  const digits = typed
    .replace(/[\s\-－—()（）]/g, '')
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
  return /^(\+?86)?1\d{10}$/.test(digits) ? digits.slice(-11) : typed.trim()
}

export interface TypedAddress {
  readonly province: string
  readonly city: string
  readonly district: string
  readonly detail: string
}

const municipalities = /^(北京|上海|天津|重庆)市?/

/** The four parts of an address written in one piece, as "浙江省杭州市西湖区文三路1号"; null when it does not begin like one. */
export function splitAddress(text: string): TypedAddress | null {
  const whole = text.replace(/\s+/g, '')
  const city = municipalities.exec(whole)
  const province = city ? `${city[1]}市` : /^(.{2,8}?(?:省|自治区|特别行政区))/.exec(whole)?.[1]
  if (!province) return null
  let rest = whole.slice(city ? city[0].length : province.length)
  const found = city
    ? (/^(?:市辖区|[^区县]{2,6}市(?=.{1,8}[区县]))/.exec(rest)?.[0] ?? '')
    : /^(.{2,12}?(?:自治州|地区|盟|市))/.exec(rest)?.[1]
  if (found === undefined) return null
  rest = rest.slice(found.length)
  const district = /^(.{1,10}?(?:自治县|[区县旗]|市(?!场)))/.exec(rest)?.[1]
  if (!district) return null
  return { province, city: city ? province : found, district, detail: rest.slice(district.length) }
}

/** undefined: not understood; `words`: a reference still to be found by its name. */
export type Typed = { readonly value: unknown } | { readonly words: string } | undefined

/** What a text, such as that of a spreadsheet's cell, means for a field: its value as a call carries it. */
export function typedValue(
  text: string,
  field: Field,
  dictionaries: Readonly<Record<string, Dictionary>>,
  zone: string,
): Typed {
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
      const plain = plainNumber(text)
      if (!/^-?\d+(\.\d+)?$/.test(plain)) return undefined
      return { value: field.type === 'int' && /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain }
    }
    case 'date': {
      const day = dayText(text)
      return day === null ? undefined : { value: day }
    }
    case 'datetime': {
      const [date = '', time = '00:00'] = text.split(/[\sT]+/)
      const day = dayText(date)
      const moment =
        day !== null && /^\d{1,2}:\d\d/.test(time)
          ? momentAtClock(`${day}T${time.slice(0, 5).padStart(5, '0')}`, zone)
          : null
      return moment === null ? undefined : { value: moment }
    }
    case 'boolean':
      if (/^(是|有|真|y|yes|true|1|√|✓)$/i.test(text)) return { value: true }
      return /^(否|无|假|n|no|false|0|×)$/i.test(text) ? { value: false } : undefined
    case 'choice': {
      const wanted = text.toLowerCase()
      const item = dictionaries[field.dictionary ?? '']?.items.find(
        ({ code, title, retired }) => !retired && [code, ...title].some((name) => name.toLowerCase() === wanted),
      )
      return item && { value: item.code }
    }
    case 'ref':
      return { words: text }
    case 'address': {
      const address = splitAddress(text)
      return address ? { value: address } : undefined
    }
    case 'files':
    case 'lines':
      return undefined
  }
}

function dayText(text: string): string | null {
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  return match ? dayOf(`${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`) : null
}

/** The field that a column's head names: by its title in either language, or by its name; blanks and marks of the required do not matter. */
export function fieldTitled(title: string, fields: readonly Field[]): Field | undefined {
  return fields.find((field) => [...field.title, field.name].some((name) => bare(name) === bare(title)))
}

const bare = (title: string): string => title.replace(/[*\s]/g, '').toLowerCase()

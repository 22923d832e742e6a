// Which provinces, cities and districts has a person used on this device, and how is a pasted address taken apart?
import type { AddressValue } from '../../protocol/calls'

export type Region = Pick<AddressValue, 'province' | 'city' | 'district'>

const kept = 'regions'
const mostKept = 60
const municipalities = /^(北京|上海|天津|重庆)市?/

/** The regions used last, newest first; nothing where the browser keeps nothing. */
export function usedRegions(): Region[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(found) ? found.filter((one): one is Region => typeof one?.province === 'string' && typeof one.city === 'string' && typeof one.district === 'string') : []
  } catch {
    // A forbidden or damaged store costs suggestions only.
    return []
  }
}

/** Keeps a complete region in front; false when it is incomplete or already there. */
export function rememberRegion({ province, city, district }: Region): boolean {
  if (!province || !city || !district) return false
  const others = usedRegions().filter((one) => one.province !== province || one.city !== city || one.district !== district)
  try {
    localStorage.setItem(kept, JSON.stringify([{ province, city, district }, ...others].slice(0, mostKept)))
    return true
  } catch {
    return false
  }
}

/** The four parts of an address written in one piece, as "浙江省杭州市西湖区文三路1号"; null when it does not begin like one. */
export function splitAddress(text: string): AddressValue | null {
  const whole = text.replace(/\s+/g, '')
  const city = municipalities.exec(whole)
  const province = city ? `${city[1]}市` : /^(.{2,8}?(?:省|自治区|特别行政区))/.exec(whole)?.[1]
  if (!province) return null
  let rest = whole.slice(city ? city[0].length : province.length)
  const found = city ? (/^(?:市辖区|[^区县]{2,6}市(?=.{1,8}[区县]))/.exec(rest)?.[0] ?? '') : /^(.{2,12}?(?:自治州|地区|盟|市))/.exec(rest)?.[1]
  if (found === undefined) return null
  rest = rest.slice(found.length)
  const district = /^(.{1,10}?(?:自治县|[区县旗]|市(?!场)))/.exec(rest)?.[1]
  if (!district) return null
  return { province, city: city ? province : found, district, detail: rest.slice(district.length) }
}

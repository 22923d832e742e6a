// Which provinces, cities and districts has a person used on this device?
import type { AddressValue } from '../../protocol/calls'

export type Region = Pick<AddressValue, 'province' | 'city' | 'district'>

const kept = 'regions'
const mostKept = 60

/** The regions used last, newest first; nothing where the browser keeps nothing. */
export function usedRegions(): Region[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(found)
      ? found.filter(
          (one): one is Region =>
            typeof one?.province === 'string' && typeof one.city === 'string' && typeof one.district === 'string',
        )
      : []
  } catch {
    // A forbidden or damaged store costs suggestions only.
    return []
  }
}

/** Keeps a complete region in front; false when it is incomplete or already there. */
export function rememberRegion({ province, city, district }: Region): boolean {
  if (!province || !city || !district) return false
  const others = usedRegions().filter(
    (one) => one.province !== province || one.city !== city || one.district !== district,
  )
  try {
    localStorage.setItem(kept, JSON.stringify([{ province, city, district }, ...others].slice(0, mostKept)))
    return true
  } catch {
    return false
  }
}

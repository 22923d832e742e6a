// Regions that the user has used on this device.
import type { AddressValue } from '../../../protocol/calls'

type Region = Pick<AddressValue, 'province' | 'city' | 'district'>

const stored = 'regions'
const maxStored = 60

/** The regions used last, newest first; empty where the browser stores nothing. */
export function usedRegions(): Region[] {
  try {
    const match: unknown = JSON.parse(localStorage.getItem(stored) ?? '[]')
    return Array.isArray(match)
      ? match.filter(
          (item): item is Region =>
            typeof item?.province === 'string' && typeof item.city === 'string' && typeof item.district === 'string',
        )
      : []
  } catch {
    // A forbidden or damaged store costs suggestions only.
    return []
  }
}

/** Puts a complete region first; false when it is incomplete or already there. */
export function rememberRegion({ province, city, district }: Region): boolean {
  if (!province || !city || !district) return false
  const others = usedRegions().filter(
    (usedRegion) => usedRegion.province !== province || usedRegion.city !== city || usedRegion.district !== district,
  )
  try {
    localStorage.setItem(stored, JSON.stringify([{ province, city, district }, ...others].slice(0, maxStored)))
    return true
  } catch {
    return false
  }
}

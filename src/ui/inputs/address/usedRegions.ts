// Regions that the user has used on this device.
import { deviceStorage, ignoringStorageErrors } from '../../../client/storage/browserStorage'
import { jsonIn } from '../../../manifest/json/jsonText'
import type { AddressValue } from '../../../protocol/calls'

type Region = Pick<AddressValue, 'province' | 'city' | 'district'>

const stored = 'regions'
const maxStored = 60

/** The regions used last, newest first; empty where the browser stores nothing. */
export function usedRegions(): Region[] {
  const regions = jsonIn(deviceStorage().getItem(stored) ?? '')
  return Array.isArray(regions)
    ? regions.filter(
        (item): item is Region =>
          typeof item?.province === 'string' && typeof item.city === 'string' && typeof item.district === 'string',
      )
    : []
}

/** Puts a complete region first; false when it is incomplete or already there. */
export function rememberRegion({ province, city, district }: Region): boolean {
  if (!province || !city || !district) return false
  const others = usedRegions().filter(
    (usedRegion) => usedRegion.province !== province || usedRegion.city !== city || usedRegion.district !== district,
  )
  const regions = [{ province, city, district }, ...others].slice(0, maxStored)
  // A full store costs suggestions only.
  const remembered = ignoringStorageErrors(() => {
    deviceStorage().setItem(stored, JSON.stringify(regions))
    return true
  })
  return remembered ?? false
}

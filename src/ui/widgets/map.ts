// How does the address field find places? By a map service's script, loaded only when a field is used and a key is configured. What it answers is text and
// numbers of a known form or nothing; without it the field is a plain one.
import type { AddressValue } from '../../protocol/calls'

interface Place { readonly lng: number; readonly lat: number }
interface Components { readonly province?: unknown; readonly city?: unknown; readonly district?: unknown; readonly township?: unknown; readonly street?: unknown; readonly streetNumber?: unknown }
type Answered<T> = (status: string, result: T) => void
/** The part of the service's script (JS API 1.4.4) that is used. */
interface MapService {
  readonly Autocomplete: new (options: object) => { search(words: string, done: Answered<{ tips?: readonly unknown[] }>): void }
  readonly PlaceSearch: new (options: object) => { search(words: string, done: Answered<{ poiList?: { pois?: readonly { location?: unknown }[] } }>): void }
  readonly Geocoder: new (options: object) => { getAddress(at: readonly [number, number], done: Answered<{ regeocode?: { addressComponent?: Components; formattedAddress?: unknown } }>): void }
  readonly Geolocation: new (options: object) => { getCurrentPosition(done: Answered<{ position?: unknown }>): void }
}
declare global { interface Window { AMap?: MapService } }

export interface Tip { readonly name: string; readonly region: string; readonly at?: Place }
export interface MapFinder {
  tips(words: string): Promise<readonly Tip[]>
  /** The address of a tip; nothing when the service does not know where it is. */
  addressOf(tip: Tip): Promise<AddressValue | undefined>
  /** Where the person is, if her browser says so. */
  here(): Promise<AddressValue | undefined>
}

const patience = 10_000
let loading: Promise<MapFinder | undefined> | undefined

/** The service behind the address of its script; undefined when it cannot be had. Loaded once. */
export function loadMap(address: string): Promise<MapFinder | undefined> {
  loading ??= new Promise<MapFinder | undefined>((settle) => {
    const script = document.createElement('script')
    const end = (finder: MapFinder | undefined) => {
      clearTimeout(timer)
      // The next field that is used tries again.
      if (!finder) loading = undefined
      settle(finder)
    }
    const timer = setTimeout(() => end(undefined), patience)
    script.src = address
    script.async = true
    script.addEventListener('load', () => end(window.AMap && createFinder(window.AMap)))
    script.addEventListener('error', () => end(undefined))
    document.head.append(script)
  })
  return loading
}

export function createFinder(service: MapService): MapFinder {
  const asked = <T, R>(ask: (done: Answered<T>) => void, read: (result: T) => R | undefined): Promise<R | undefined> => new Promise((settle) => {
    const timer = setTimeout(() => settle(undefined), patience)
    ask((status, result) => {
      clearTimeout(timer)
      settle(status === 'complete' ? read(result) : undefined)
    })
  })
  const addressAt = (at: Place, detail = '') => asked<{ regeocode?: { addressComponent?: Components; formattedAddress?: unknown } }, AddressValue>((done) => new service.Geocoder({}).getAddress([at.lng, at.lat], done), ({ regeocode }) => {
    const parts = regeocode?.addressComponent
    if (!parts) return undefined
    const province = textOf(parts.province)
    const street = `${textOf(parts.township)}${textOf(parts.street)}${textOf(parts.streetNumber)}`
    // In a city that is a province of its own the service leaves the city empty.
    return { province, city: textOf(parts.city) || province, district: textOf(parts.district), detail: `${street}${detail}`.slice(0, 200), lng: at.lng, lat: at.lat }
  })
  return {
    tips: async (words) => (await asked<{ tips?: readonly unknown[] }, readonly Tip[]>((done) => new service.Autocomplete({}).search(words, done), ({ tips }) => (Array.isArray(tips) ? tips.slice(0, 10).flatMap(tipOf) : []))) ?? [],
    async addressOf(tip) {
      const at = tip.at ?? (await asked<{ poiList?: { pois?: readonly { location?: unknown }[] } }, Place>((done) => new service.PlaceSearch({ pageSize: 1 }).search(`${tip.region}${tip.name}`, done), ({ poiList }) => placeOf(poiList?.pois?.[0]?.location)))
      return at && addressAt(at, tip.name)
    },
    async here() {
      const at = await asked<{ position?: unknown }, Place>((done) => new service.Geolocation({ enableHighAccuracy: true, timeout: patience }).getCurrentPosition(done), ({ position }) => placeOf(position))
      return at && addressAt(at)
    },
  }
}

function tipOf(value: unknown): Tip[] {
  const { name, district, location } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const at = placeOf(location)
  return textOf(name) === '' ? [] : [{ name: textOf(name), region: textOf(district), ...(at && { at }) }]
}

/** The service writes an empty list where it knows nothing. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')

function placeOf(value: unknown): Place | undefined {
  const { lng, lat } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const sound = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
  return sound ? { lng, lat } : undefined
}

// Finds places by a map service in a frame, loaded on first use.
// Its answers are validated texts and numbers, or nothing; without it the field is a plain one.
import type { AddressValue } from '../../../protocol/calls'
import { mapProtocol, type MapRequestName } from '../../../protocol/frames/mapMessages'

interface Place {
  readonly lng: number
  readonly lat: number
}
/** Sends a request to the service; null when it has no result or has failed. */
type MapRequest = (sendRequest: MapRequestName, input: unknown) => Promise<unknown>

export interface PlaceSuggestion {
  readonly name: string
  readonly region: string
  readonly at?: Place
}
export interface MapFinder {
  tips(searchText: string): Promise<readonly PlaceSuggestion[]>
  /** The address of a suggestion; undefined if the service does not know its location. */
  addressOf(tip: PlaceSuggestion): Promise<AddressValue | undefined>
  /** The location of the user, if the browser provides it. */
  here(): Promise<AddressValue | undefined>
}

const loadTimeoutMs = 10_000
let loading: Promise<MapFinder | undefined> | undefined

/** The service in the frame at this address; undefined if it is not available. Loaded once. */
export function loadMap(address: string): Promise<MapFinder | undefined> {
  loading ??= openFrame(address).then((sendRequest) => {
    // The next field that is used retries.
    if (!sendRequest) loading = undefined
    return sendRequest && createFinder(sendRequest)
  })
  return loading
}

/** The frame can only answer messages, whatever its script does. */
function openFrame(address: string): Promise<MapRequest | undefined> {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.allow = 'geolocation *'
  frame.title = mapProtocol
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  const sendRequest: MapRequest = (name, input) =>
    new Promise((settle) => {
      const id = (last += 1)
      const end = (answer: unknown) => {
        clearTimeout(timer)
        waiting.delete(id)
        settle(answer)
      }
      const timer = setTimeout(() => end(null), loadTimeoutMs)
      waiting.set(id, end)
      frame.contentWindow?.postMessage({ protocol: mapProtocol, id, ask: name, input }, '*')
    })
  return new Promise((settle) => {
    const end = (ready: boolean) => {
      clearTimeout(timer)
      if (!ready) {
        window.removeEventListener('message', listen)
        frame.remove()
      }
      settle(ready ? sendRequest : undefined)
    }
    const timer = setTimeout(() => end(false), loadTimeoutMs)
    const listen = ({
      source,
      origin,
      data,
    }: MessageEvent<{ protocol?: unknown; ready?: unknown; id?: unknown; answer?: unknown } | null>) => {
      if (
        source !== frame.contentWindow ||
        origin !== 'null' ||
        typeof data !== 'object' ||
        data?.protocol !== mapProtocol
      )
        return
      if (typeof data.ready === 'boolean') end(data.ready)
      else if (typeof data.id === 'number') waiting.get(data.id)?.(data.answer)
    }
    window.addEventListener('message', listen)
    document.body.append(frame)
  })
}

export function createFinder(sendRequest: MapRequest): MapFinder {
  const addressAt = async (location: Place, detail = ''): Promise<AddressValue | undefined> => {
    const parts = await sendRequest('address', location)
    if (typeof parts !== 'object' || parts === null) return undefined
    const { province: givenProvince, city, district, township, street, streetNumber } = parts as Record<string, unknown>
    const province = textOf(givenProvince)
    // For a municipality the service leaves the city empty.
    return {
      province,
      city: textOf(city) || province,
      district: textOf(district),
      detail: `${textOf(township)}${textOf(street)}${textOf(streetNumber)}${detail}`.slice(0, 200),
      lng: location.lng,
      lat: location.lat,
    }
  }
  return {
    async tips(searchText) {
      const tips = await sendRequest('tips', searchText)
      return Array.isArray(tips) ? tips.slice(0, 10).flatMap(tipOf) : []
    },
    async addressOf(tip) {
      const location = tip.at ?? placeOf(await sendRequest('place', `${tip.region}${tip.name}`))
      return location && addressAt(location, tip.name)
    },
    async here() {
      const location = placeOf(await sendRequest('here', null))
      return location && addressAt(location)
    },
  }
}

function tipOf(value: unknown): PlaceSuggestion[] {
  const { name, district, location } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const point = placeOf(location)
  return textOf(name) === '' ? [] : [{ name: textOf(name), region: textOf(district), ...(point && { at: point }) }]
}

/** The service writes an empty list for an unknown value. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')

function placeOf(value: unknown): Place | undefined {
  const { lng, lat } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const sound = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
  return sound ? { lng, lat } : undefined
}

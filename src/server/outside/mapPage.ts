// In what does a map service's script run? In a page of its own without an origin: it reaches neither the session nor the page nor the storage of the product,
// and what the script needs (AMap's may evaluate text) is allowed there and nowhere else. It answers plain messages with plain data.
import type { Product } from '../../manifest/app'
import { mapProtocol } from '../../protocol/mapFrame'

export interface MapPlace {
  /** Of the script, with version, key and plugins. */
  readonly script: string
  /** Where the script gets data from; our own server for the stand-in. */
  readonly origins: readonly string[]
  /** The service's second key, where the key needs one. */
  readonly code?: string
}

/** Where the script of the map service is; undefined when the product names none. Without a key that of the stand-in. */
export function mapPlace(
  map: Product['map'],
  { key, code, standIn }: { readonly key?: string; readonly code?: string; readonly standIn: string },
): MapPlace | undefined {
  if (!map) return undefined
  const query = new URLSearchParams({
    v: map.version,
    key: key ?? 'stand-in',
    plugin: map.plugins.join(','),
  }).toString()
  return key === undefined
    ? { script: `${standIn}?${query}`, origins: ["'self'"] }
    : { script: `${map.address}?${query}`, origins: map.origins, code }
}

export function mapPolicy({ origins }: MapPlace): string {
  const from = origins.join(' ')
  return `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' ${from}; connect-src ${from}; img-src data: blob: ${from}; style-src 'unsafe-inline' ${from}; worker-src blob:; frame-ancestors 'self'`
}

export function mapPage({ script, code }: MapPlace): string {
  const facts = { protocol: mapProtocol, script, code: code ?? null }
  return page.replace('"FACTS"', () => JSON.stringify(facts).replace(/</g, '\\u003c'))
}

const page = `<!doctype html><html><head><meta charset="utf-8"><title>Map</title></head><body><div id="map" hidden></div>
<script>
  const facts = "FACTS"
  // A page without an origin has neither; the script may look for both.
  const kept = new Map()
  const store = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, String(value)), removeItem: (name) => void kept.delete(name), clear: () => kept.clear(), key: () => null, get length() { return kept.size } }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: store })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
  if (facts.code !== null) window._AMapSecurityConfig = { securityJsCode: facts.code }

  const say = (message) => parent.postMessage({ protocol: facts.protocol, ...message }, '*')
  const at = (place) => place && typeof place === 'object' ? { lng: Number(place.getLng ? place.getLng() : place.lng), lat: Number(place.getLat ? place.getLat() : place.lat) } : null
  const when = (take, done) => (status, result) => { try { done(status === 'complete' && result ? take(result) : null) } catch { done(null) } }
  const asks = {
    tips: (words, done) => new AMap.Autocomplete({}).search(words, when(({ tips }) => Array.from(tips, ({ name, district, location }) => ({ name, district, location: at(location) })), done)),
    place: (words, done) => new AMap.PlaceSearch({ pageSize: 1 }).search(words, when(({ poiList }) => at(poiList.pois[0].location), done)),
    address: ({ lng, lat }, done) => new AMap.Geocoder({}).getAddress([lng, lat], when(({ regeocode: { addressComponent: part } }) => JSON.parse(JSON.stringify({ province: part.province, city: part.city, district: part.district, township: part.township, street: part.street, streetNumber: part.streetNumber })), done)),
    here: (_, done) => new AMap.Geolocation({ enableHighAccuracy: true, timeout: 10000 }).getCurrentPosition(when(({ position }) => at(position), done)),
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.protocol !== facts.protocol || !Object.hasOwn(asks, data.ask)) return
    const done = (answer) => say({ id: data.id, answer })
    try { asks[data.ask](data.input, done) } catch { done(null) }
  })
  const made = document.createElement('script')
  made.src = facts.script
  made.addEventListener('load', () => say({ ready: typeof AMap === 'object' && typeof AMap.Geocoder === 'function' }))
  made.addEventListener('error', () => say({ ready: false }))
  document.head.append(made)
</script></body></html>
`

// What does the map service say without a key? A script with the same interface that knows the places of schemas/demo/outside/map.json.
// Everything is answered on the spot; one is always where the first place is.

interface StandInPlace {
  readonly name: string
  readonly lng: number
  readonly lat: number
  readonly province: string
  readonly city: string
  readonly district: string
  readonly township?: string
  readonly street?: string
  readonly streetNumber?: string
}

/** The script. `places`: as the file says; others are left out. */
export function mapStandInScript(places: unknown): string {
  const known = Array.isArray(places)
    ? places.filter(
        (one): one is StandInPlace =>
          typeof one === 'object' && one !== null && typeof (one as StandInPlace).name === 'string',
      )
    : []
  return script.replace('"PLACES"', () => JSON.stringify(known))
}

const script = `(() => {
  const places = "PLACES"
  const position = ({ lng, lat }) => ({ lng, lat, getLng: () => lng, getLat: () => lat })
  const region = ({ province, city, district }) => [...new Set([province, city, district])].join('')
  const fitting = (words) => places.filter((place) => (region(place) + (place.street ?? '') + place.name).includes(words) || words.includes(place.name))
  const later = (done, status, result) => setTimeout(() => done(status, result))
  window.AMap = {
    v: '1.4.4',
    Autocomplete: class { search(words, done) { const tips = fitting(words).map((place) => ({ name: place.name, district: region(place), location: position(place) })); later(done, tips.length ? 'complete' : 'no_data', { info: 'OK', count: tips.length, tips }) } },
    PlaceSearch: class { search(words, done) { const pois = fitting(words).map((place) => ({ name: place.name, location: position(place) })); later(done, pois.length ? 'complete' : 'no_data', { info: 'OK', poiList: { pois } }) } },
    Geocoder: class {
      getAddress([lng, lat], done) {
        const [near] = [...places].sort((a, b) => Math.hypot(a.lng - lng, a.lat - lat) - Math.hypot(b.lng - lng, b.lat - lat))
        // A city that is a province of its own has no city there.
        later(done, near ? 'complete' : 'no_data', near && { info: 'OK', regeocode: { formattedAddress: region(near), addressComponent: { ...near, city: near.city === near.province ? [] : near.city } } })
      }
    },
    Geolocation: class { getCurrentPosition(done) { later(done, places[0] ? 'complete' : 'error', places[0] && { position: position(places[0]), accuracy: 50 }) } },
  }
})()
`

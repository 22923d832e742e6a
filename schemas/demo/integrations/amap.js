// Plays AMap's script for the demo, over the places of amap.json, which the server hands in as `standIn`.
// It answers at once; the current position is always the first place.
/* global standIn */
;(() => {
  const { places } = standIn
  const position = ({ lng, lat }) => ({ lng, lat, getLng: () => lng, getLat: () => lat })
  const region = ({ province, city, district }) => [...new Set([province, city, district])].join('')
  const fitting = (words) =>
    places.filter(
      (place) => (region(place) + (place.street ?? '') + place.name).includes(words) || words.includes(place.name),
    )
  const later = (done, status, result) => setTimeout(() => done(status, result))
  const complete = (list) => (list.length ? 'complete' : 'no_data')
  window.AMap = {
    v: '1.4.4',
    Autocomplete: class {
      search(words, done) {
        const tips = fitting(words).map((place) => ({
          name: place.name,
          district: region(place),
          location: position(place),
        }))
        later(done, complete(tips), { info: 'OK', count: tips.length, tips })
      }
    },
    PlaceSearch: class {
      search(words, done) {
        const pois = fitting(words).map((place) => ({ name: place.name, location: position(place) }))
        later(done, complete(pois), { info: 'OK', poiList: { pois } })
      }
    },
    Geocoder: class {
      getAddress([lng, lat], done) {
        const distance = (place) => Math.hypot(place.lng - lng, place.lat - lat)
        const [near] = [...places].sort((a, b) => distance(a) - distance(b))
        // A municipality is a province without a city.
        const regeocode = near && {
          formattedAddress: region(near),
          addressComponent: { ...near, city: near.city === near.province ? [] : near.city },
        }
        later(done, near ? 'complete' : 'no_data', near && { info: 'OK', regeocode })
      }
    },
    Geolocation: class {
      getCurrentPosition(done) {
        const [first] = places
        later(done, first ? 'complete' : 'error', first && { position: position(first), accuracy: 50 })
      }
    },
  }
})()

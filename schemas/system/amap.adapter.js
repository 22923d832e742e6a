// Speaks with AMap's script in the frame without an origin: the frame's questions in, plain data out.
/* global adapter, AMap */
;(() => {
  const numbers = (place) =>
    place && typeof place === 'object'
      ? {
          lng: Number(place.getLng ? place.getLng() : place.lng),
          lat: Number(place.getLat ? place.getLat() : place.lat),
        }
      : null
  /** The service calls back with a status and a result; whatever it is not complete with is no result. */
  const when = (take, done) => (status, result) => {
    try {
      done(status === 'complete' && result ? take(result) : null)
    } catch {
      done(null)
    }
  }
  adapter({
    before({ code }) {
      if (code !== undefined) window._AMapSecurityConfig = { securityJsCode: code }
    },
    ready: () => typeof AMap === 'object' && typeof AMap.Geocoder === 'function',
    asks: {
      tips: (words, done) =>
        new AMap.Autocomplete({}).search(
          words,
          when(
            ({ tips }) =>
              Array.from(tips, ({ name, district, location }) => ({ name, district, location: numbers(location) })),
            done,
          ),
        ),
      place: (words, done) =>
        new AMap.PlaceSearch({ pageSize: 1 }).search(
          words,
          when(({ poiList }) => numbers(poiList.pois[0].location), done),
        ),
      address: ({ lng, lat }, done) =>
        new AMap.Geocoder({}).getAddress(
          [lng, lat],
          when(({ regeocode: { addressComponent: part } }) => {
            const { province, city, district, township, street, streetNumber } = part
            return JSON.parse(JSON.stringify({ province, city, district, township, street, streetNumber }))
          }, done),
        ),
      here: (_, done) =>
        new AMap.Geolocation({ enableHighAccuracy: true, timeout: 10000 }).getCurrentPosition(
          when(({ position }) => numbers(position), done),
        ),
    },
  })
})()

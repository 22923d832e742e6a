// Is what a map service answers taken as an address only when it is one? Against a stand-in with the service's interface.
import { describe, expect, it } from 'vitest'
import { createFinder } from '../../src/ui/widgets/map'

const component = { province: '浙江省', city: '杭州市', district: '西湖区', township: '古荡街道', street: '文三路', streetNumber: '18号' }
function service(answers: { tips?: unknown; pois?: unknown; component?: unknown; position?: unknown; status?: string }) {
  const status = answers.status ?? 'complete'
  return {
    Autocomplete: class { search(_: string, done: (status: string, result: object) => void) { done(status, { tips: answers.tips }) } },
    PlaceSearch: class { search(_: string, done: (status: string, result: object) => void) { done(status, { poiList: { pois: answers.pois } }) } },
    Geocoder: class { getAddress(_: unknown, done: (status: string, result: object) => void) { done(status, { regeocode: { addressComponent: answers.component } }) } },
    Geolocation: class { getCurrentPosition(done: (status: string, result: object) => void) { done(status, { position: answers.position }) } },
  } as never
}
const at = { lng: 120.13, lat: 30.27 }

describe('the map service', () => {
  it('gives tips, the address of a tip and where one is', async () => {
    const finder = createFinder(service({ tips: [{ name: '万科', district: '浙江省杭州市', location: at }, { name: '绿城', district: [], location: '' }], pois: [{ location: at }], component, position: at }))
    const tips = await finder.tips('万科')
    expect(tips).toEqual([{ name: '万科', region: '浙江省杭州市', at }, { name: '绿城', region: '' }])
    for (const tip of tips) expect(await finder.addressOf(tip)).toEqual({ province: '浙江省', city: '杭州市', district: '西湖区', detail: `古荡街道文三路18号${tip.name}`, ...at })
    expect(await finder.here()).toMatchObject({ city: '杭州市', ...at })
  })

  it('leaves the city of a city that is a province to that name', async () => {
    expect(await createFinder(service({ component: { ...component, province: '上海市', city: [] }, position: at })).here()).toMatchObject({ province: '上海市', city: '上海市' })
  })

  it('gives nothing when it fails or talks nonsense', async () => {
    for (const answers of [{ status: 'error' }, { tips: 'x', position: { lng: 'a', lat: 1 } }, { tips: [null, 5, { name: 7 }], position: { lng: 999, lat: 0 } }, { position: at, component: undefined }]) {
      const finder = createFinder(service(answers))
      expect([await finder.tips('x'), await finder.here()]).toEqual([[], undefined])
    }
  })
})

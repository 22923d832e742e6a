// Proves that a map's answer becomes an address only if it is one; the frame may send anything.
import { describe, expect, it } from 'vitest'
import { createFinder } from '../../src/ui/inputs/address/mapService'

const component = {
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  township: '古荡街道',
  street: '文三路',
  streetNumber: '18号',
}
/** The frame that answers so. */
const frame = ({
  tips = null,
  place = null,
  address = null,
  here = null,
}: {
  tips?: unknown
  place?: unknown
  address?: unknown
  here?: unknown
}) => createFinder((sendRequest) => Promise.resolve({ tips, place, address, here }[sendRequest]))
const at = { lng: 120.13, lat: 30.27 }

describe('the map service', () => {
  it('gives tips, the address of a tip and where one is', async () => {
    const finder = frame({
      tips: [
        { name: '万科', district: '浙江省杭州市', location: at },
        { name: '绿城', district: [], location: '' },
      ],
      place: at,
      address: component,
      here: at,
    })
    const tips = await finder.tips('万科')
    expect(tips).toEqual([
      { name: '万科', region: '浙江省杭州市', at },
      { name: '绿城', region: '' },
    ])
    for (const tip of tips)
      expect(await finder.addressOf(tip)).toEqual({
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: `古荡街道文三路18号${tip.name}`,
        ...at,
      })
    expect(await finder.here()).toMatchObject({ city: '杭州市', ...at })
  })

  it('leaves the city of a city that is a province to that name', async () => {
    expect(await frame({ address: { ...component, province: '上海市', city: [] }, here: at }).here()).toMatchObject({
      province: '上海市',
      city: '上海市',
    })
  })

  it('gives nothing when it fails or talks nonsense', async () => {
    for (const answers of [
      {},
      { tips: 'x', here: { lng: 'a', lat: 1 } },
      { tips: [null, 5, { name: 7 }], here: { lng: 999, lat: 0 } },
      { here: at, address: 'somewhere' },
    ]) {
      const finder = frame(answers)
      expect([await finder.tips('x'), await finder.here()]).toEqual([[], undefined])
    }
  })
})

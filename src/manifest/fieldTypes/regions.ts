// Provinces, cities and districts, read from the list of administrative codes.
// Of the six digits the first two name the province and the first four the city.

/** Names by code, as in the list of the area data. */
interface AreaCodes {
  readonly province_list: Readonly<Record<string, string>>
  readonly city_list: Readonly<Record<string, string>>
  readonly county_list: Readonly<Record<string, string>>
}

export interface Regions {
  readonly provinces: readonly string[]
  cities(province: string): readonly string[]
  districts(province: string, city: string): readonly string[]
  /** Whether the region exists; the district may be omitted. */
  has(province: string, city: string, district: string): boolean
}

/**
 * Names in the order of the list; unknown ones have no cities or districts. Reads the whole list, so keep the result.
 */
export function readRegions({ province_list, city_list, county_list }: AreaCodes): Regions {
  const districts = new Map<string, string[]>()
  for (const [code, name] of Object.entries(county_list)) add(districts, code.slice(0, 4), name)
  const cities = new Map<string, Map<string, readonly string[]>>()
  for (const [code, name] of Object.entries(city_list)) {
    const province = province_list[`${code.slice(0, 2)}0000`]
    if (province === undefined) continue
    const byName = cities.get(province) ?? new Map<string, readonly string[]>()
    cities.set(province, byName)
    const names = districts.get(code.slice(0, 4)) ?? []
    // Areas that a province governs directly are listed under a heading that is no city; each counts as a city.
    if (/^(省|自治区)直辖/.test(name)) for (const city of names) byName.set(city, [])
    else {
      // The counties of a municipality are listed apart from its districts.
      const city = name === '县' ? province : name
      byName.set(city, [...(byName.get(city) ?? []), ...names])
    }
  }
  const of = (province: string, city: string) => cities.get(province)?.get(city)
  return {
    provinces: [...cities.keys()],
    cities: (province) => [...(cities.get(province)?.keys() ?? [])],
    districts: (province, city) => of(province, city) ?? [],
    has: (province, city, district) => {
      const names = of(province, city)
      return names !== undefined && (district === '' || names.includes(district))
    },
  }
}

function add(lists: Map<string, string[]>, key: string, name: string): void {
  const list = lists.get(key)
  if (list) list.push(name)
  else lists.set(key, [name])
}

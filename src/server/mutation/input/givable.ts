// What the check of a given value knows: languages, codes in use and regions.
import { areaList } from '@vant/area-data'
import { isRecord, type CheckContext } from '../../../manifest/fieldTypes/definition'
import { readRegions } from '../../../manifest/fieldTypes/regions'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'

const regions = readRegions(areaList)

/** The codes that may be given: current ones, and the stored one. */
export function givable(app: App, field: Field, present: unknown): CheckContext {
  const inUse = (dictionary: string) =>
    app.dictionaries[dictionary]?.items
      .filter((item) => !item.retired || (dictionary === field.dictionary && item.code === present))
      .map((item) => item.code)
  // A stored value stays valid.
  const isThere = (province: string, city: string, district: string) =>
    isRecord(present) && present.province === province && present.city === city && (present.district ?? '') === district
  const isRegion = (...region: [string, string, string]) => isThere(...region) || regions.has(...region)
  return { languages: app.product.languages, codes: inUse, isRegion }
}

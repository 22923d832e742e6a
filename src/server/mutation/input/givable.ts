// The context for validating a value: languages, current codes and regions.
import { isPlainObject } from '../../../manifest/json/jsonText'
import { areaList } from '@vant/area-data'
import type { CheckContext } from '../../../manifest/fieldTypes/definition'
import { readRegions } from '../../../manifest/fieldTypes/regions'
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'

const regions = readRegions(areaList)

/** The accepted codes: current ones, and the stored one even if it is retired or no longer listed. */
export function givable(app: App, field: Field, present: unknown): CheckContext {
  const inUse = (dictionary: string) => {
    const current = app.dictionaries[dictionary]?.items.filter(({ retired }) => !retired).map(({ code }) => code)
    return dictionary === field.dictionary && typeof present === 'string' ? current?.concat(present) : current
  }
  // A stored value stays valid.
  const isThere = (province: string, city: string, district: string) =>
    isPlainObject(present) &&
    present.province === province &&
    present.city === city &&
    (present.district ?? '') === district
  const isRegion = (...region: [string, string, string]) => isThere(...region) || regions.has(...region)
  return { languages: app.product.languages, codes: inUse, isRegion }
}

// The provinces, cities and districts, loaded with the first address input because they are larger
// than a form.
import { useEffect, useState } from 'react'
import { readRegions, type Regions } from '../../manifest/fieldTypes/regions'

let loaded: Regions | undefined

/** Absent until the first address input; from then on typed regions are validated by the list. */
export const loadedRegions = (): Regions | undefined => loaded

/** Undefined until the list has loaded, and also while offline. */
export function useRegions(): Regions | undefined {
  const [regions, setRegions] = useState(loaded)
  useEffect(() => {
    if (loaded) return
    let gone = false
    import('@vant/area-data').then(
      ({ areaList }) => {
        loaded ??= readRegions(areaList)
        if (!gone) setRegions(loaded)
      },
      // Offline: no options, and the server validates the input.
      (error: unknown) => {
        if (!(error instanceof TypeError)) throw error
      },
    )
    return () => {
      gone = true
    }
  }, [])
  return regions
}

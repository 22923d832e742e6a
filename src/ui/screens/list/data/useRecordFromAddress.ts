// Opens the record that the address names by the manifest's own parameter (?name=id).
import { useEffect } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import { useViewQuery } from '../../../../client/navigation/urlState'

export function useRecordFromAddress({ entity, recordParam: recordQuery }: Screen): void {
  const [query, change] = useViewQuery()
  const named = recordQuery === undefined ? null : query.get(recordQuery)

  useEffect(() => {
    if (named === null || recordQuery === undefined || entity === undefined) return
    change(
      (params) => {
        params.delete(recordQuery)
        if (/^[1-9]\d{0,15}$/.test(named)) params.set('record', `${entity}:${named}`)
      },
      { replace: true },
    )
  }, [named, recordQuery, entity, change])
}

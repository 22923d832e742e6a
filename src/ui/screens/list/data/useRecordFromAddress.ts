// Opens the record that the address names by the manifest's own parameter (?name=id).
import { useEffect } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import { parseQualifiedId, qualifiedId, recordParameter } from '../../../../protocol/records/recordAddress'
import { useInFront } from '../../../../client/navigation/useInFront'
import { useViewQuery } from '../../../../client/navigation/urlState'

export function useRecordFromAddress({ entity, recordParam: recordQuery }: Screen): void {
  const [query, change] = useViewQuery()
  const isInFront = useInFront()
  const named = recordQuery === undefined ? null : query.get(recordQuery)

  useEffect(() => {
    if (named === null || recordQuery === undefined || entity === undefined || !isInFront()) return
    change(
      (params) => {
        params.delete(recordQuery)
        const record = parseQualifiedId(`${entity}:${named}`)
        if (record) params.set(recordParameter, qualifiedId(record))
      },
      { replace: true },
    )
  }, [named, recordQuery, entity, change, isInFront])
}

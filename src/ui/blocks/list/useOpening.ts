// Which record does a list open by itself? An address may name it under a name of the manifest's own (?name=id).
import { useEffect } from 'react'
import type { Screen } from '../../../manifest/app'
import { useViewQuery } from '../../../runtime/location'

export function useOpening({ entity, recordQuery }: Screen): void {
  const [query, change] = useViewQuery()
  const named = recordQuery === undefined ? null : query.get(recordQuery)

  useEffect(() => {
    if (named === null || recordQuery === undefined || entity === undefined) return
    change((params) => {
      params.delete(recordQuery)
      if (/^[1-9]\d{0,15}$/.test(named)) params.set('record', `${entity}:${named}`)
    }, true)
  }, [named, recordQuery, entity, change])
}

// Which record does a list open by itself, and what follows from opening one? An address may name it under a name of the manifest's own (?name=id);
// what the manifest says runs on an opened record that allows it, or is made of it, once and in silence.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Screen } from '../../../manifest/app'
import type { RecordAnswer } from '../../../protocol/calls'
import { createIntention } from '../../../runtime/actions'
import { CallError } from '../../../runtime/faults'
import { useViewQuery, type OpenRecord } from '../../../runtime/location'
import { entitiesChanged } from '../../../runtime/records'
import { useRuntime } from '../../../runtime/runtime'

export function useOpening({ entity, recordQuery, onOpen }: Screen, record: OpenRecord | null): void {
  const [query, change] = useViewQuery()
  const { client } = useRuntime()
  const records = useQueryClient()
  const last = useRef(0)
  const named = recordQuery === undefined ? null : query.get(recordQuery)

  useEffect(() => {
    if (named === null || recordQuery === undefined || entity === undefined) return
    change((params) => {
      params.delete(recordQuery)
      if (/^[1-9]\d{0,15}$/.test(named)) params.set('record', `${entity}:${named}`)
    }, true)
  }, [named, recordQuery, entity, change])

  const id = record !== null && record.entity === entity ? record.id : 0
  useEffect(() => {
    if (onOpen === undefined || entity === undefined || id === 0 || last.current === id) return
    last.current = id
    const { entity: of, transition } = onOpen
    const ran = { entity: of, transition }
    const orderOn = async (record: number) => {
      const { record: found } = await client.post<RecordAnswer>('/api/record', { entity: of, id: record }, { quiet: true })
      return found.can.includes(transition) ? { ...ran, id: record, version: found.version } : undefined
    }
    const run = async () => {
      const order = onOpen.by === undefined ? await orderOn(id) : { ...ran, values: { [onOpen.by]: id } }
      if (!order) return
      await client.post('/api/run', { ...order, key: createIntention().keyFor(order) }, { quiet: true })
      await entitiesChanged(records, [entity, onOpen.entity])
    }
    run().catch((error: unknown) => {
      // The record itself says when it is not there; somebody else may have been quicker, or what is made once is there already.
      if (!(error instanceof CallError)) throw error
    })
  }, [onOpen, entity, id, client, records])
}

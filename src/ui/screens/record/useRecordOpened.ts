// Runs `onOpen` of an entity when a record is opened, once and in the background.
// The manifest names a transition of the record, or one that creates a record from it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Detail } from '../../../manifest/model/detail'
import type { RecordData } from '../../../protocol/calls'
import { newKey } from '../../../client/data/idempotentAttempt'
import { CallError } from '../../../client/feedback/callError'
import { dataChanged } from '../../../client/data/queries'
import { useRuntime } from '../../../client/context/clientContext'

export function useRecordOpened(onOpen: Detail['onOpen'], record: RecordData): void {
  const { client } = useRuntime()
  const records = useQueryClient()
  const last = useRef(0)
  useEffect(() => {
    if (onOpen === undefined || last.current === record.id) return
    last.current = record.id
    const { entity: givenEntity, transition, reference: by } = onOpen
    if (by === undefined && !record.can.includes(transition)) return
    const write = newKey()
    const on = by === undefined ? { id: record.id, version: record.version } : { values: { [by]: record.id } }
    client
      .post(
        '/api/run',
        {
          entity: givenEntity,
          transition,
          ...on,
          key: newKey(),
        },
        { quiet: true, write },
      )
      .then(() => dataChanged(records, write))
      .catch((error: unknown) => {
        // Another user may have been faster, or the record to create exists already.
        if (!(error instanceof CallError)) throw error
      })
  }, [onOpen, record, client, records])
}
